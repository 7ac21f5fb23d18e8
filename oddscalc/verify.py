"""The old place of the checker of certificates, kept for one release.

Importing it puts this module where ``oddscalc.verify`` was the function, so that it can be called
like that.
"""

import sys
from types import ModuleType
from typing import Any

from oddscalc._proof.verify import FORMAT, CertificateError, seal_of, verify

__all__ = ["FORMAT", "CertificateError", "seal_of", "verify"]


class _Callable(ModuleType):
    def __call__(self, *arguments: Any, **options: Any) -> Any:
        from oddscalc._face.verify import verify

        return verify(*arguments, **options)


sys.modules[__name__].__class__ = _Callable
