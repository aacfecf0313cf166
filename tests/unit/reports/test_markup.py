"""XML that any text may stand in."""

from __future__ import annotations

from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from hypothesis import given
from hypothesis import strategies as st

from unthread.reports.markup import allowed, as_xml, child

TEXT = st.text(st.characters(), max_size=20)


@given(TEXT, TEXT)
def test_texts_survive(text: str, attribute: str) -> None:
    root = Element("root")
    child(root, "item", f"<{text}", name=attribute)
    (found,) = ElementTree.fromstring(as_xml(root).encode())
    assert (found.text or "") == f"<{allowed(text)}".replace("\r\n", "\n").replace("\r", "\n")
    assert found.get("name") == allowed(attribute)


def test_what_is_not_allowed_is_replaced() -> None:
    assert allowed("a\x00\x0b\x1b\ud800\ufffe\tb\n") == "a\ufffd\ufffd\ufffd\ufffd\ufffd\tb\n"
