"""Lawn: turtles wander over a lawn and eat it."""

from typing import Annotated

import numpy as np

import patchwalk as pw


class Eater(pw.Turtle):
    """Turns at random, walks a step, eats."""

    def graze(self):
        self.right(int(self.model.rng.integers(4)))
        self.forward()
        self.model.grass.flat[self.patch] = False


class LawnModel(pw.WorldModel):
    """See lawn.md."""

    title = "Lawn"
    palette = pw.Palette(
        (
            pw.Swatch("soil", "soil", "#E7D9BC", "#3B3226"),  # name, legend, light, dark
            pw.Swatch("grass", "grass", "#8BBB6A", "#55824A"),
            pw.Swatch("turtle", "turtle", "#B8433A", "#F08A6C"),
        )
    )
    monitors = (pw.Monitor("grass", "Grass left", lambda model: model.grass.sum(), unit="patches"),)
    keeps = ("grass", "agents")  # what undo and files bring back
    can_finish = True  # all grass is eaten some day

    def __init__(self, turtles: Annotated[int, pw.Slider(1, 50)] = 10, rng: int | None = None):
        super().__init__(rng=rng)
        self.world = pw.make_world("square", 25, 25)
        self.grass = self.world.layer(bool, True)
        for patch in self.rng.integers(self.world.size, size=turtles):
            Eater(self, patch)

    def tick(self):
        self.agents.do("graze")
        if not self.grass.any():
            self.agents.do("die")

    def active(self):
        return bool(self.grass.any())

    def view(self, overlays=frozenset()):
        return pw.View(codes=self.grass.astype(np.uint8), turtles=pw.Turtles.of(self.agents, self.palette))
