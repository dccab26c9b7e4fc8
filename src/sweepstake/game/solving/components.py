"""Strongly connected components: states that can all be reached from each other."""

from __future__ import annotations

from collections.abc import Sequence


def components(nexts: Sequence[Sequence[int]]) -> list[list[int]]:
    """The components, each before those that come after it (Tarjan 1972, without recursion).

    >>> components([[1], [2, 1], [1, 3], []])
    [[0], [1, 2], [3]]
    """
    order, lowest = [0] * len(nexts), [0] * len(nexts)
    stack, is_open, closed = list[int](), [False] * len(nexts), list[list[int]]()
    count = 0
    for root in range(len(nexts)):
        work = [] if order[root] else [(root, 0)]
        while work:
            node, place = work.pop()
            if not place:
                count += 1
                order[node] = lowest[node] = count
                stack.append(node)
                is_open[node] = True
            for k in range(place, len(nexts[node])):
                other = nexts[node][k]
                if not order[other]:
                    work += [(node, k + 1), (other, 0)]
                    break
                if is_open[other]:
                    lowest[node] = min(lowest[node], order[other])
            else:
                if lowest[node] == order[node]:
                    closed.append(_closed(stack, is_open, node))
                if work:
                    parent = work[-1][0]
                    lowest[parent] = min(lowest[parent], lowest[node])
    return closed[::-1]


def _closed(stack: list[int], is_open: list[bool], root: int) -> list[int]:
    """The component that ends with `root`."""
    component = list[int]()
    while not component or component[-1] != root:
        component.append(stack.pop())
        is_open[component[-1]] = False
    return component[::-1]
