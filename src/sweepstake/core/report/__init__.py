"""What only displays, or judges what was computed: a change here recomputes nothing."""
