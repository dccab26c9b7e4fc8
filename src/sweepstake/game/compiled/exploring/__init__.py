"""States of whole numbers and truth values, explored by compiled code."""
