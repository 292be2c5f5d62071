"""Maps from and to files, by the ending of their names: Tiled JSON (`.tmj`, `.json`) and Moving AI (`.map`, `.scen`).

Reading is strict. What is not understood is refused with its layer and place and what would be right; nothing else than
`MapError`, a ValueError, comes of bad content.
"""

from __future__ import annotations

from pathlib import Path, PurePath

from rules.maps import Map, MapError
from rules.movingai import Scenario, left_out, octile_bytes, read_octile, read_scen
from rules.tiled import picture_name, tiled_bytes
from rules.tiled_picture import tiles_picture
from rules.tiled_reading import read_tiled

__all__ = ["MOST_PATCHES", "Scenario", "lost_in", "map_bytes", "read_map", "read_scen", "write_map"]

MOST_PATCHES = 1_100_000
MOST_BYTES = 512 * 1024**2

TILED = (".tmj", ".json")
OCTILE = ".map"


def read_map(path_or_name: str | PurePath, data: bytes | None = None, limit: int = MOST_PATCHES) -> Map:
    """Read a map.

    Args:
        path_or_name: of the file; its ending tells the format.
        data: what is in the file; None reads the file.
        limit: the most patches.

    Raises:
        MapError: the content is no map, or too large; the message says where, what is wrong and what would be right.
        OSError: the file cannot be opened.
    """
    name, ending = PurePath(path_or_name).name, _ending(path_or_name)
    if data is None:
        path = Path(path_or_name)
        _check_bytes(name, path.stat().st_size)
        data = path.read_bytes()
    _check_bytes(name, len(data))
    try:
        return read_octile(data, limit) if ending == OCTILE else read_tiled(data, limit)
    except MapError as error:
        raise MapError(f"{name}: {error}") from None


def write_map(drawn: Map, path: str | PurePath, *, lossy: bool = False) -> None:
    """Write a map; the ending of the name tells the format.

    Beside a map for Tiled the picture of its tiles is put, unless there is a file of that name.

    Args:
        drawn: the map.
        path: of the file, which is overwritten.
        lossy: leave out what the format cannot hold, see `lost_in`.

    Raises:
        MapError: the ending is unknown, or the format cannot hold the map.
        OSError: the file cannot be written.
    """
    Path(path).write_bytes(map_bytes(drawn, path, lossy=lossy))
    picture = Path(path).with_name(picture_name(drawn.world))
    if _ending(path) in TILED and not picture.exists():
        picture.write_bytes(tiles_picture(drawn.world))


def map_bytes(drawn: Map, name: str | PurePath, *, lossy: bool = False) -> bytes:
    """What `write_map` would write to a file of this name, and the page offers as a download.

    Raises:
        MapError: the ending is unknown, or the format cannot hold the map.
    """
    if _ending(name) in TILED:
        return tiled_bytes(drawn)
    if drawn.world.grid == "hex":
        raise MapError("a .map file holds squares, and this map has hexes: take the ending .tmj")
    lost = [] if lossy else lost_in(drawn, name)
    if lost:
        raise MapError(f"a .map file cannot hold {', '.join(lost)}: take the ending .tmj, or remove them first")
    return octile_bytes(drawn)


def lost_in(drawn: Map, name: str | PurePath) -> list[str]:
    """What a file of this name cannot hold of a map, in words; nothing for Tiled files.

    Raises:
        MapError: the ending is unknown.
    """
    return left_out(drawn) if _ending(name) == OCTILE else []


def _ending(name: str | PurePath) -> str:
    ending = PurePath(name).suffix.lower()
    if ending not in (*TILED, OCTILE):
        raise MapError(
            f"{PurePath(name).name!r} has an ending that is not known: maps are .tmj (Tiled, saved as JSON; .json too) "
            "or .map (Moving AI)"
        )
    return ending


def _check_bytes(name: str, size: int) -> None:
    if size > MOST_BYTES:
        raise MapError(f"{name}: {size:,} bytes are too many: at most {MOST_BYTES:,}")
