"""The folder of prepared models: found by fingerprint, put in place as a whole, removed."""

from __future__ import annotations

import shutil
import tempfile
import time
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from semsearch.encoding.prepared.manifest import read_manifest, short_key
from semsearch.errors import CacheError, ModelNotFoundError
from semsearch.fingerprints import encoder_key
from semsearch.settings import cache_folder

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from semsearch.choices import Precision
    from semsearch.encoding.prepared.manifest import PreparedModel
    from semsearch.records import Fingerprint

_UNFINISHED: Final = "unfinished-"
_FORGOTTEN: Final = 24 * 3600  # seconds after which nobody is still at work on an unfinished one


def prepared_models() -> list[PreparedModel]:
    """All prepared models, by name."""
    found = (read_manifest(folder) for folder in _folders() if not folder.name.startswith(_UNFINISHED))
    return sorted((each for each in found if each), key=lambda each: (each.fingerprint.model, each.folder.name))


def prepared_named(names: Sequence[str] | None) -> list[PreparedModel]:
    """Those with these names, or fingerprints that begin so; all of them for None.

    Raises:
        ModelNotFoundError: One of the names stands for none.
    """
    found = prepared_models()
    if names is None:
        return found
    chosen = []
    for name in names:
        meant = [each for each in found if each.fingerprint.model == name or (name and each.key.startswith(name))]
        if not meant:
            raise ModelNotFoundError(f"No prepared model is called {name!r}.", fix="See: semsearch models")
        chosen += [each for each in meant if each not in chosen]
    return chosen


def prepared_for(fingerprint: Fingerprint, asked: Precision) -> PreparedModel | None:
    """The one that was made from the model of that fingerprint, if there is one."""
    prepared = read_manifest(_place(fingerprint, asked))
    return prepared if prepared and encoder_key(prepared.fingerprint) == encoder_key(fingerprint) else None


def prepared_from(source_sha256: str, asked: Precision) -> PreparedModel | None:
    """The one that was made from model files of that SHA-256, if there is one."""
    each_one = (each for each in prepared_models() if each.source_sha256 == source_sha256 and each.asked is asked)
    return next(each_one, None)


@contextmanager
def unfinished_folder() -> Iterator[Path]:
    """Give a folder of the cache in which a model can be prepared; what is left in it at the end is removed.

    Raises:
        CacheError: The cache cannot be written to.
    """
    try:
        _models().mkdir(parents=True, exist_ok=True)
        _remove_forgotten()
        folder = Path(tempfile.mkdtemp(prefix=_UNFINISHED, dir=_models()))
    except OSError as exc:
        raise _cannot_write(exc) from exc
    try:
        yield folder
    except OSError as exc:
        raise _cannot_write(exc) from exc
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def put_in_cache(prepared: PreparedModel, *, replacing: bool) -> PreparedModel:
    """Move an unfinished folder, which is complete now, to its place as a whole; returns what is there then.

    If the same is there already, perhaps from another process, that one stays unless `replacing`.
    """
    place = _place(prepared.fingerprint, prepared.asked)
    if replacing or read_manifest(place) is None:
        shutil.rmtree(place, ignore_errors=True)
    try:
        prepared.folder.rename(place)
    except OSError:
        found = read_manifest(place)
        if found is None:
            raise
        return found
    return replace(prepared, folder=place)


def remove_prepared(prepared: PreparedModel) -> None:
    """Remove a prepared model; who uses it keeps it until they end.

    Raises:
        CacheError: It cannot be removed.
    """
    try:
        shutil.rmtree(prepared.folder)
    except FileNotFoundError:
        pass  # another process was first
    except OSError as exc:
        raise _cannot_write(exc) from exc


def _put(folder: Path, place: Path) -> None:
    try:
        folder.rename(place)
    except OSError:
        if read_manifest(place) is None:  # else it is there already
            raise


def _models() -> Path:
    return cache_folder() / "models"


def _place(fingerprint: Fingerprint, asked: Precision) -> Path:
    return _models() / f"{short_key(fingerprint)}-{asked}"


def _folders() -> list[Path]:
    try:
        return sorted(path for path in _models().iterdir() if path.is_dir())
    except OSError:
        return []


def _remove_forgotten() -> None:
    """Remove what processes left behind that were killed."""
    for folder in _folders():
        if folder.name.startswith(_UNFINISHED) and time.time() - folder.stat().st_mtime > _FORGOTTEN:
            shutil.rmtree(folder, ignore_errors=True)


def _cannot_write(exc: OSError) -> CacheError:
    what = f"{_models()} cannot be written to: {exc.strerror or exc}."
    return CacheError(what, fix="Check the disk and the permissions, or name another folder in SEMSEARCH_CACHE.")
