"""A doubtful result beside its pages: looked at, corrected, split, approved."""
