"""A page of HTML as a browser reads it."""

from html.parser import HTMLParser


class Page(HTMLParser):
    """The elements of a page with their attributes, and its text."""

    def __init__(self, page):
        super().__init__()
        self.elements, self.text = [], ""
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))

    def handle_data(self, text):
        self.text += text

    def all(self, tag, **wanted):
        """The attributes of each element `tag` that has those wanted."""
        return [a for t, a in self.elements if t == tag and wanted.items() <= a.items()]
