"""Side-by-side benchmarks. Each prints one table of ratios; absolute figures depend on the machine."""
