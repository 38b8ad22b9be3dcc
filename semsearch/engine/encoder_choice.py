"""Which encoder an index works with: chosen first, loaded when needed, checked when loaded."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

from semsearch.choices import Precision
from semsearch.encoding.encoders import encoder_of, load_encoder
from semsearch.encoding.model_names import canonical_name
from semsearch.engine.checks import known_choice
from semsearch.errors import EncoderMismatchError
from semsearch.settings import DEFAULT_MODEL

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from semsearch.protocols import Encoder
    from semsearch.records import Fingerprint


class ChosenEncoder:
    """The encoder of an index; made by `paper_encoder` or `question_encoder`."""

    def __init__(
        self,
        folder: Path,
        load: Callable[[], Encoder],
        *,
        encoder: Encoder | None,
        must_match: Fingerprint | None,
    ) -> None:
        self._folder = folder
        self._load = load
        self._must_match = must_match
        self._encoder = encoder
        if encoder is not None:
            self._check(encoder)

    def load(self) -> Encoder:
        """The encoder itself, loaded once.

        Raises:
            ModelNotFoundError: There is none of that name.
            EncoderMismatchError: Its vectors would not fit those of the index.
        """
        if self._encoder is None:
            encoder = self._load()
            self._check(encoder)
            self._encoder = encoder
        return self._encoder

    @property
    def fingerprint(self) -> Fingerprint:
        """Its fingerprint, for which it is only loaded if nothing stored tells it."""
        if self._encoder is None and self._must_match is not None:
            return self._must_match
        return self.load().fingerprint

    def _check(self, encoder: Encoder) -> None:
        stored = self._must_match
        if stored is None:
            return
        asked = encoder.fingerprint
        differences = [
            field.name.removesuffix("_sha256").replace("_", " ")
            for field in fields(stored)
            if field.name != "model" and getattr(asked, field.name) != getattr(stored, field.name)
        ]
        if not differences:
            return
        name = asked.model
        if asked.model == stored.model:
            name = f"another {asked.model} (different {', '.join(differences)})"
        what = f"{self._folder} was built with the model {stored.model}, not with {name}."
        fix = "Use that model, or encode all papers again: semsearch index --rebuild --model MODEL."
        raise EncoderMismatchError(what, fix=fix)


def paper_encoder(
    folder: Path,
    *,
    must_match: Fingerprint | None,
    model: str | None = None,
    precision: Precision | None = None,
    encoder: Encoder | None = None,
) -> ChosenEncoder:
    """Choose the encoder for the papers of the index in `folder`.

    Args:
        folder: For messages.
        must_match: The fingerprint of the vectors that it has to fit; None if all are to be made.
        model: A name or path; by default that of `must_match`, else the embedded model.
        precision: By default the one that suits the machine.
        encoder: One that is loaded already; goes before `model`.

    Raises:
        ModelNotFoundError: A model was asked for that cannot be loaded.
        EncoderMismatchError: One was asked for that does not fit.
    """
    stored_name = must_match.model if must_match else DEFAULT_MODEL
    name = canonical_name(model) if model else stored_name
    expected = None if model else must_match

    known = None if precision is None else known_choice(Precision, precision)

    def load() -> Encoder:
        return load_encoder(name, precision=known, expected=expected)

    chosen = ChosenEncoder(folder, load, encoder=encoder, must_match=must_match)
    if must_match is not None and name != stored_name:
        chosen.load()  # so that it is refused before papers are read
    return chosen


def question_encoder(
    folder: Path, *, must_match: Fingerprint, precision: Precision | None = None, encoder: Encoder | None = None
) -> ChosenEncoder:
    """Choose the encoder for questions to the index in `folder`; arguments and errors as for `paper_encoder`."""
    known = None if precision is None else known_choice(Precision, precision)

    def load() -> Encoder:
        return encoder_of(must_match, precision=known)

    return ChosenEncoder(folder, load, encoder=encoder, must_match=must_match)
