"""The books in other people's formats."""
