"""The folder of prepared models: found by fingerprint, put in place as a whole, removed."""

from __future__ import annotations

import re
import shutil
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Final
from uuid import uuid4

from semsearch.encoding.prepared.manifest import read_manifest
from semsearch.errors import CacheError, ModelNotFoundError
from semsearch.fingerprints import encoder_key
from semsearch.settings import cache_folder
from semsearch.text import TEXT_RECIPE, shown_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from filelock import BaseFileLock

    from semsearch.choices import Precision
    from semsearch.encoding.prepared.manifest import PreparedModel
    from semsearch.records import Fingerprint

_LEAST_DIGITS: Final = 6  # of a fingerprint, to name a model by it
_SOURCE_DIGITS: Final = 8  # one fingerprint may stand for models that differ in their settings
_UNFINISHED: Final = "unfinished-"
_PREPARED: Final = re.compile(r"[0-9a-f]{16}-[0-9a-f]{1,8}-[a-z0-9]+")
_FIX: Final = "Check the disk and the permissions, or name another folder in SEMSEARCH_CACHE."


def prepared_models() -> list[PreparedModel]:
    """All prepared models, by name."""
    found = (read_manifest(folder) for folder in _folders() if not folder.name.startswith(_UNFINISHED))
    return sorted((each for each in found if each), key=lambda each: (each.fingerprint.model, each.folder.name))


def prepared_named(names: Sequence[str]) -> list[PreparedModel]:
    """Those with these names, or fingerprints that begin so.

    Raises:
        ModelNotFoundError: One of the names stands for none.
    """
    found = prepared_models()
    chosen = []
    for name in names:
        meant = [
            each
            for each in found
            if each.fingerprint.model == name or (len(name) >= _LEAST_DIGITS and each.key.startswith(name))
        ]
        if not meant:
            raise ModelNotFoundError(f"No prepared model is called {name!r}.", fix="See: semsearch models")
        chosen += [each for each in meant if each not in chosen]
    return chosen


def prepared_for(fingerprint: Fingerprint, asked: Precision) -> PreparedModel | None:
    """The one that was made from the model of that fingerprint, if there is one; of several, the newest."""
    key = encoder_key(fingerprint)
    return _newest(each for each in prepared_models() if each.asked is asked and encoder_key(each.fingerprint) == key)


def prepared_called(name: str, asked: Precision) -> PreparedModel | None:
    """The one that was made from a model of that name, if there is one; of several, the newest."""
    return _newest(each for each in prepared_models() if each.asked is asked and each.fingerprint.model == name)


def prepared_from(source_sha256: str, asked: Precision) -> PreparedModel | None:
    """The one that was made from model files of that SHA-256, if there is one, for texts as they are joined today."""
    each_one = (each for each in prepared_models() if each.source_sha256 == source_sha256 and each.asked is asked)
    return next((each for each in each_one if each.fingerprint.text_recipe == TEXT_RECIPE), None)


@contextmanager
def unfinished_folder(needed: int = 0) -> Iterator[Path]:
    """Give a folder of the cache in which a model can be prepared; what is left in it at the end is removed.

    Args:
        needed: Bytes that it will hold.

    Raises:
        CacheError: The cache cannot be written to, or the disk has not so much room.
    """
    folder = _models() / f"{_UNFINISHED}{uuid4().hex}"
    lock = _lock_of(folder)
    try:
        _models().mkdir(parents=True, exist_ok=True)
        _remove_abandoned()
        free = shutil.disk_usage(_models()).free
        if free < needed:
            what = f"{_models()} needs {shown_bytes(needed)} for a while, but the disk has {shown_bytes(free)}."
            raise CacheError(what, fix=_FIX)
        with lock:
            folder.mkdir()
            yield folder
    except OSError as exc:
        raise _cannot_write(exc) from exc
    finally:
        _remove(folder)


def put_in_cache(prepared: PreparedModel, *, replacing: bool) -> PreparedModel:
    """Move an unfinished folder, which is complete now, to its place as a whole; returns what is there then.

    If the same is there already, perhaps from another process, that one stays unless `replacing`.
    """
    place = _models() / f"{prepared.key}-{prepared.source_sha256[:_SOURCE_DIGITS]}-{prepared.asked}"
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


def remove_prepared(models: Iterable[PreparedModel]) -> int:
    """Remove prepared models; who uses one keeps it until they end. Returns how many bytes that frees.

    Raises:
        CacheError: One cannot be removed.
    """
    freed = 0
    for each in models:
        try:
            size = each.size
            shutil.rmtree(each.folder)
        except FileNotFoundError:  # another process was first
            continue
        except OSError as exc:
            raise _cannot_write(exc) from exc
        freed += size
    return freed


def remove_remains() -> int:
    """Remove what is no prepared model anymore, as of killed processes. Returns how many bytes that frees."""
    damaged = [path for path in _folders() if _PREPARED.fullmatch(path.name) and read_manifest(path) is None]
    return _remove_abandoned() + sum(map(_remove, damaged))


def _models() -> Path:
    return cache_folder() / "models"


def _folders() -> list[Path]:
    try:
        return sorted(path for path in _models().iterdir() if path.is_dir())
    except OSError:
        return []


def _remove_abandoned() -> int:
    """Remove what processes left behind that were killed; returns how many bytes that frees."""
    freed = 0
    for folder in _folders():
        if folder.name.startswith(_UNFINISHED):
            with suppress(OSError), _lock_of(folder):  # whoever is at work on it holds the lock
                freed += _remove(folder)
    return freed


def _newest(models: Iterable[PreparedModel]) -> PreparedModel | None:
    return max(models, key=lambda each: each.created, default=None)


def _lock_of(unfinished: Path) -> BaseFileLock:
    from filelock import FileLock

    return FileLock(unfinished.with_suffix(".lock"), timeout=0)


def _remove(folder: Path) -> int:
    size = _bytes_in(folder)
    shutil.rmtree(folder, ignore_errors=True)
    with suppress(OSError):
        folder.with_suffix(".lock").unlink()
    return size - _bytes_in(folder)


def _bytes_in(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _cannot_write(exc: OSError) -> CacheError:
    what = f"{_models()} cannot be written to: {exc.strerror or exc}."
    return CacheError(what, fix=_FIX)
