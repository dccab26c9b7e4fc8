"""Values, numbers and errors as people read them."""
