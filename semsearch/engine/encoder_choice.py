"""Which encoder an index works with: chosen at once, loaded when needed, checked when loaded."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from semsearch.encoding.factory import canonical_name, load_encoder
from semsearch.errors import EncoderMismatchError
from semsearch.settings import DEFAULT_MODEL

if TYPE_CHECKING:
    from pathlib import Path

    from semsearch.protocols import Encoder
    from semsearch.records import Fingerprint


class EncoderChoice:
    """The encoder to use with the index in `folder`, whose vectors have the `stored` fingerprint."""

    def __init__(
        self,
        folder: Path,
        *,
        stored: Fingerprint | None,
        model: str | None = None,
        encoder: Encoder | None = None,
        may_differ: bool = False,
    ) -> None:
        """Choose.

        Args:
            folder: Of the index, for messages.
            stored: None if there are no vectors yet.
            model: A name to load; by default the stored one, else the embedded model.
            encoder: One that is loaded already; goes before `model`.
            may_differ: All vectors will be made anew, so that any encoder will do.

        Raises:
            EncoderMismatchError: Another one was asked for than the index was built with.
        """
        self._folder = folder
        self._stored = stored
        self._given = encoder
        self._name = canonical_name(model) if model else stored.model if stored else DEFAULT_MODEL
        self._may_differ = may_differ
        if encoder is not None or (stored is not None and self._name != stored.model):
            _ = self.encoder

    @cached_property
    def encoder(self) -> Encoder:
        """The encoder itself, loaded now if it was not before."""
        encoder = self._given if self._given is not None else load_encoder(self._name)
        if self._stored is not None and not self._may_differ and not _same_vectors(encoder.fingerprint, self._stored):
            raise self._mismatch(encoder.fingerprint, self._stored)
        return encoder

    @cached_property
    def fingerprint(self) -> Fingerprint:
        """The fingerprint of the encoder, which is only loaded for it if nothing is stored that tells."""
        if self._stored is not None and not self._may_differ and "encoder" not in self.__dict__:
            return self._stored
        return self.encoder.fingerprint

    def _mismatch(self, asked: Fingerprint, stored: Fingerprint) -> EncoderMismatchError:
        name = asked.model
        if asked.model == stored.model:
            name = f"another {asked.model} (different {', '.join(_differences(asked, stored))})"
        what = f"{self._folder} was built with the model {stored.model}, not with {name}."
        fix = "Use that model, or encode everything anew: semsearch index FILES --model MODEL --rebuild."
        return EncoderMismatchError(what, fix=fix)


def _same_vectors(one: Fingerprint, other: Fingerprint) -> bool:
    return replace(one, model="") == replace(other, model="")


def _differences(one: Fingerprint, other: Fingerprint) -> list[str]:
    return [
        name.replace("_sha256", "").replace("_", " ")
        for name in one.__slots__
        if getattr(one, name) != getattr(other, name)
    ]
