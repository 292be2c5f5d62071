"""Walk: turtles wander over a lawn and eat it."""

from typing import Annotated

import numpy as np

import patchwalk as pw


class Walker(pw.Turtle):
    """Walks without a plan and eats what it finds; where it finds nothing it may starve."""

    def walk(self):
        if not self.can_move() or self.random.random() < 0.5:
            self.right(self.random.choice((-1, 1)))
        self.forward()
        if self.model.grass.flat[self.patch]:
            self.model.grass.flat[self.patch] = False
        elif self.random.random() < self.model.parameters["hunger"] / 100:
            self.die()


class WalkModel(pw.WorldModel):
    """A lawn and its turtles. See walk.md for what it is about."""

    title = "Walk"
    palette = pw.Palette(
        (
            pw.Swatch("soil", "soil", "#E7D9BC", "#3B3226"),
            pw.Swatch("grass", "grass", "#8BBB6A", "#55824A"),
            pw.Swatch("turtle", "turtle", "#B8433A", "#F08A6C"),
        )
    )
    buttons = (pw.Button("grow", "Grow", "r", help="Let grass grow everywhere"),)
    tools = (pw.LOOK, pw.Tool("walker", "Turtle", "w", icon="turtle", runs=True, help="Put a turtle here"))
    monitors = (pw.Monitor("turtles", "Turtles alive", lambda model: len(model.agents)),)
    plots = (pw.Plot("grass", "Grass", unit="patches", pens=(pw.Pen("left", lambda model: model.grass.sum()),)),)
    can_finish = True

    def __init__(
        self,
        turtles: Annotated[int, pw.Slider(0, 50)] = 10,
        hunger: Annotated[int, pw.Slider(1, 100, unit="%", live=True)] = 5,
        rng: int | None = None,
    ):
        super().__init__(rng=rng)
        self.world = pw.make_world("square", 25, 25)
        self.grass = self.world.layer(bool, True)
        for patch in self.rng.integers(self.world.size, size=turtles):
            Walker(self, patch)

    def tick(self):
        self.agents.do("walk")

    def active(self):
        return len(self.agents) > 0

    def grow(self):
        self.grass[:] = True

    def press(self, tool, pointer):
        if pointer.patch >= 0:  # -1 is outside
            Walker(self, pointer.patch)

    def view(self, overlays=frozenset()):
        return pw.View(codes=self.grass.astype(np.uint8), turtles=pw.Turtles.of(self.agents, self.palette))

    def state(self):
        turtles = [(turtle.patch, turtle.heading) for turtle in self.agents]
        return super().state() | {"grass": self.grass.copy(), "turtles": turtles}

    def restore(self, state):
        self.grass[:] = state["grass"]
        self.agents.do("die")
        for patch, heading in state["turtles"]:
            Walker(self, patch, heading)
        super().restore(state)
