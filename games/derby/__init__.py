"""Derby Day and its kin."""
