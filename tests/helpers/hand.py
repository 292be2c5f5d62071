"""A hand on a map: strokes as the board tells them, patch by patch along straight ways."""

from patchwalk.declarations import Pointer


class Hand:
    """Draws on a model of routes without a page.

    Args:
        model: a `RoutesModel`.
    """

    def __init__(self, model):
        self.model = model

    def pointer(self, place, start=None, path=(), edge=None, button=0, shift=False, alt=False):
        """An event at a place (column, row), or outside for None."""
        world = self.model.world
        start = -1 if start is None else world.patch(*start)
        if place is None:
            return Pointer(patch=-1, x=-9.0, y=-9.0, start=start, button=button)
        patch = world.patch(*place)
        x, y = world.center(patch)
        path = tuple(world.patch(*passed) for passed in path)
        return Pointer(patch, float(x), float(y), edge, button, shift=shift, alt=alt, start=start, path=path)

    def stroke(self, tool, *places, **options):
        """Press at the first place, drag over the others, let go at the last. Returns what the status line says."""
        first, *rest = places
        self.model.point("press", tool, self.pointer(first, first, [first], **options))
        for place in rest:
            passed = [] if place is None else [place]
            self.model.point("drag", tool, self.pointer(place, first, passed, **options))
        self.model.point("release", tool, self.pointer(places[-1], first, **options))
        return self.model.notice

    def click(self, tool, place, **options):
        """A stroke on one patch."""
        return self.stroke(tool, place, **options)

    def edge(self, tool, place, side, **options):
        """A click near the edge across a side of a patch."""
        return self.click(tool, place, edge=(self.model.world.patch(*place), side), **options)

    def along(self, tool, edge, *points):
        """A stroke from an edge along points in patch units."""
        world = self.model.world
        (x, y), *rest = points
        press = Pointer(world.patch_at(x, y), x, y, edge=edge, start=world.patch_at(x, y))
        self.model.point("press", tool, press)
        for x, y in rest:
            self.model.point("drag", tool, Pointer(world.patch_at(x, y), x, y, edge=world.edge_at(x, y)))
        self.model.point("release", tool, Pointer(world.patch_at(x, y), x, y))


def at(model, patch, **more):
    """An event at the middle of a patch, by its number."""
    x, y = model.world.center(patch)
    return Pointer(patch=patch, x=float(x), y=float(y), start=patch, path=(patch,), **more)


def click(model, tool, *patches):
    """A stroke over patches, by their numbers."""
    model.point("press", tool, at(model, patches[0]))
    for patch in patches[1:]:
        model.point("drag", tool, at(model, patch))
    model.point("release", tool, at(model, patches[-1]))
