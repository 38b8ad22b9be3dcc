"""Words of a question that say nothing of what it asks for."""

from __future__ import annotations

from typing import Final

STOP_WORDS: Final = frozenset(
    """
    a about above after again against all also am among an and any are as at be because been before being below
    between both but by can cannot could did do does doing down during each either et few for from further had has
    have having he her here hers herself him himself his how i if in into is it its itself just may me might more
    most must my myself neither no nor not now of off on once only onto or other ought our ours ourselves out over
    own per same shall she should since so some such than that the their theirs them themselves then there these
    they this those through thus to too toward towards under until up upon us very via was we were what when where
    whether which while who whom whose why will with within without would yet you your yours yourself

    al d don ll m re s t ve
    """.split()
)
"""English words of grammar, and what an apostrophe leaves of them, in small letters and without accents."""
