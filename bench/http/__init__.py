"""What the benchmark of the API is made of: a hall, peers on the same server, clients and streams."""
