"""Buying in and cashing out, till counts, prizes, the closing sheet."""
