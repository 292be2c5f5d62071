"""The colours of traffic, in numbers: what must stand out does so in both themes."""

from itertools import combinations

import numpy as np
import pytest

from models.traffic_palette import HUES, PALETTE, ROAD, TINT, tinted


def luminance(color):
    parts = [int(color[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return linear, 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    low, high = sorted((luminance(one)[1], luminance(other)[1]))
    return (high + 0.05) / (low + 0.05)


def oklab(color):
    red, green, blue = luminance(color)[0]
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return np.array(
        [
            0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
            1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
            0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
        ]
    )


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_gridlock_and_standing_stand_out_from_all_hues(theme):
    def colors(*names):
        return [getattr(swatch, theme) for swatch in PALETTE.swatches if swatch.name in names]

    def apart(one, other):
        return 100 * float(np.linalg.norm(oklab(one) - oklab(other)))

    hues = [hue[theme == "dark"] for hue in HUES]
    speeds, (locked,) = colors("v-0", "v-1", "v-2", "v-3"), colors("locked")
    road = ROAD[theme == "dark"]
    assert min(contrast(color, road) for color in [*hues, *speeds, locked]) > 3.1
    assert min(apart(locked, color) for color in hues) > 16
    assert min(apart(locked, color) for color in speeds) > 20
    assert min(apart(speeds[0], color) for color in hues) > 16
    assert min(apart(one, other) for one, other in combinations(hues, 2)) > 10


def test_a_tint_lies_between_hue_and_ground():
    assert tinted("#FF0000", "#0000FF") == f"#{round(255 * TINT):02X}00{round(255 * (1 - TINT)):02X}"
