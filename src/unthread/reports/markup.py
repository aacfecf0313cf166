"""XML that any program text may stand in: what XML does not allow is replaced."""

from __future__ import annotations

import re
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

_NOT_ALLOWED = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def allowed(text: str) -> str:
    return _NOT_ALLOWED.sub("\ufffd", text)


def child(parent: Element, name: str, text: str = "", /, **attributes: str) -> Element:
    """A new element at the end of another. `for_` stands for the attribute `for`."""
    found = SubElement(parent, name, {key.rstrip("_"): allowed(value) for key, value in attributes.items()})
    if text:
        found.text = allowed(text)
    return found


def as_xml(root: Element) -> str:
    ElementTree.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'
