"""The web address of a paper, safe to click."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from semsearch.records import Paper

# With a host, and only on the web: "javascript:", "file:" and a bare "https://" lead nowhere good.
_WEB_ADDRESS = re.compile(r"https?://[^\s/?#\\]", re.IGNORECASE)
_KEPT_IN_ADDRESS = "%/:?#[]@!$&'*+,;=~"
_KEPT_IN_ID = "/:;"


def paper_link(paper: Paper) -> str:
    """The address of a paper: from its DOI, else its arXiv id, else its own `url`; "" if there is none.

    It is ASCII, without white space and without brackets that would end a Markdown link.
    """
    from urllib.parse import quote

    if paper.doi:
        return f"https://doi.org/{quote(paper.doi, safe=_KEPT_IN_ID, errors='replace')}"
    if paper.arxiv_id:
        return f"https://arxiv.org/abs/{quote(paper.arxiv_id, safe=_KEPT_IN_ID, errors='replace')}"
    if _WEB_ADDRESS.match(paper.url):
        return quote(paper.url, safe=_KEPT_IN_ADDRESS, errors="replace")
    return ""
