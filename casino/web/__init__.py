"""The phone, the big screen, the verifier."""
