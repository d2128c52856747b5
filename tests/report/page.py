"""A page of pj_report as tests look at it: a tree, its sections, tables and numbers."""
import re
import xml.etree.ElementTree as ElementTree

# All that a page is made of: anything else came out of a trace.
ELEMENTS = set("""html head meta title style body header h1 h2 p nav a main section figure figcaption b span svg g
rect path text dl div dt dd ul li table caption thead tbody tr th td data footer""".split())
ATTRIBUTES = set("""lang charset name content http-equiv id class href value scope viewBox width height role x y d
transform""".split())


class Page:
    def __init__(self, text):
        self.text = text.decode("utf-8") if isinstance(text, bytes) else text
        head, _, rest = self.text.partition("\n")
        assert head == "<!DOCTYPE html>", head
        self.root = ElementTree.fromstring(rest)

    def foreign(self):
        """Elements, attributes and addresses that no page has."""
        found = []
        for element in self.root.iter():
            found += [element.tag] if element.tag not in ELEMENTS else []
            found += [name for name in element.attrib if name not in ATTRIBUTES]
            if element.get("href", "#")[0] != "#":
                found.append(element.get("href"))
        # Of styles and of attributes such as fill.
        found += re.findall(r"@import|url\(|https?:|//[a-z]", self.text)
        return found

    def words(self, element=None):
        """The text that is read, in one line."""
        element = self.root.find("body") if element is None else element
        return " ".join(" ".join(part.replace("\xa0", " ") for part in seen_text(element)).split())

    def section(self, name):
        return next((s for s in self.root.iter("section") if s.get("id") == name), None)

    def verdict(self):
        return self.words(next(p for p in self.root.iter("p") if "verdict" in p.get("class", "")))

    def items(self):
        return [self.words(item) for item in self.root.iter("li")]

    def tiles(self):
        """Of each name, the number and the note."""
        found = {}
        for tile in next(l for l in self.root.iter("dl")):
            number, note = tile.findall("dd")
            found[tile.find("dt").text] = (float(number.find("data").get("value")), self.words(note))
        return found

    def table(self, caption):
        """Rows of cells: numbers, or words."""
        for table in self.root.iter("table"):
            if table.find("caption").text == caption:
                return [[self.cell(cell) for cell in row] for row in table.find("tbody")]
        return []

    def cell(self, cell):
        number = cell.find("data")
        value = "" if number is None else number.get("value").strip()
        return float(value) if value else self.words(cell)

    def chart(self, name):
        """The words in the chart of that name, in order."""
        for figure in self.root.iter("figure"):
            if figure.find("figcaption/b").text == name:
                return [text.text or "" for text in figure.iter("text")]
        return []


def seen_text(element):
    if element.tag in ("title", "style"):
        return
    if element.text:
        yield element.text
    for child in element:
        yield from seen_text(child)
        if child.tail:
            yield child.tail
