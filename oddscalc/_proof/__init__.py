"""Certificates, their checker, and deriving once more what they are about."""
