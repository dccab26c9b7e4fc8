"""States of whole numbers, truth values, texts and lists of them, explored by compiled code."""
