"""Fingerprints of encoders as text, and as keys."""

from __future__ import annotations

import hashlib
import json
from dataclasses import fields, replace
from typing import Any

from semsearch.records import Fingerprint


def as_fingerprint(text: str) -> Fingerprint:
    """Read a fingerprint that `fingerprint_text` wrote.

    Raises:
        ValueError, TypeError: It is something else.
    """
    filled: dict[str, Any] = json.loads(text)
    return Fingerprint(**{**filled, "prompts": tuple(filled["prompts"])})


def fingerprint_text(fingerprint: Fingerprint) -> str:
    """Write a fingerprint as JSON."""
    return json.dumps(
        {field.name: getattr(fingerprint, field.name) for field in fields(Fingerprint)}, ensure_ascii=False
    )


def encoder_key(fingerprint: Fingerprint) -> str:
    """Name an encoder by what makes its vectors, whatever it is called: 64 hexadecimal digits."""
    return hashlib.sha256(fingerprint_text(replace(fingerprint, model="")).encode()).hexdigest()
