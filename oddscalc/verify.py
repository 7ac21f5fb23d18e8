"""The old place of the checker of certificates, kept for one release."""

from oddscalc._proof.verify import FORMAT, CertificateError, seal_of, verify

__all__ = ["FORMAT", "CertificateError", "seal_of", "verify"]
