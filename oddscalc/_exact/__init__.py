"""Strict numbers in and out; printed numbers; files."""
