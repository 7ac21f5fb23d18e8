"""Questions and answers over HTTP: a small server in front of processes that answer."""
