"""How each parameter of traffic is set: bounds, labels, help. What the values mean stands in `models.traffic`."""

from __future__ import annotations

from models.traffic_setup import LONGEST_SIDE, parse_terrain
from models.traffic_zones import parse_zones
from patchwalk.parameters import Chooser, Hidden, Slider, Switch
from rules.traffic import MOST_GOALS
from rules.traffic_rules import FASTEST

MOST_WALKERS = 100_000

SCENARIO = Chooser("Scenario", help="The road, and who goes where on it")
SIZE = Slider(1, LONGEST_SIDE, unit="patches", follows="scenario")
NEIGHBORS = Chooser("Neighbours", help="Of a square, 4 or 8; a hex has 6")
WRAP = Switch("Torus", help="The rims are joined: who leaves on one side comes in on the other")
TERRAIN = Chooser("Terrain", parse=parse_terrain, help="The map at Setup; with drawn it is the one that is there")
OBSTACLES = Slider(0, 0.9, step=0.01, unit="of the patches", help="Share of random obstacles")
CURVINESS = Slider(0, 100, unit="%", ends=("0 twisty", "100 straight"), help="Of a carved maze")
WALKERS = Slider(0, MOST_WALKERS, live=True, help="As far as there is room")
DENSITY = Slider(0, 1, step=0.01, live=True, follows="walkers", unit="a free patch", help="Instead of Walkers")
V_MAX = Slider(0, FASTEST, unit="patches/tick", live=True, label="Greatest speed", help="After Nagel and Schreckenberg")
SLOWDOWN = Slider(0, 1, step=0.01, live=True, label="Slow down", help="Chance of going one patch less far")
UPDATE = Chooser("Tick", live=True, help="All at once; one by one, drawn each time; or each once, shuffled")
BLOCKED = Chooser("If blocked", live=True, help="What one does whose next patch is taken")
FRICTION = Slider(0, 1, step=0.01, live=True, help="Chance that of several who want one patch nobody gets it")
CONGESTION = Slider(0, 20, step=0.5, live=True, help="A patch costs 1 + this times how often somebody is there")
TARGETS = Chooser("Next patch", live=True, help="Strict: free when the tick begins; follow: it may be left in it")
PATIENCE = Slider(1, 100, unit="ticks", live=True, help="How long one waits before it takes another way")
MEMORY = Slider(1, 200, unit="ticks", live=True, help="Over which it is remembered how crowded a patch is")
DEMAND = Chooser("Demand", help="Again and again to destinations, from zones to zones, or all to the exits")
DESTINATIONS = Slider(1, MOST_GOALS, help="Patches that walkers go to")
RATE = Slider(0, 20, step=0.05, unit="a tick", live=True, label="Walkers come", help="Mean number a tick")
ALPHA = Slider(0, 1, step=0.01, live=True, label="Entering", help="Chance that one enters when it can")
BETA = Slider(0, 1, step=0.01, live=True, label="Leaving", help="Chance that one leaves when it can")
STREETS = Slider(1, 100, unit="each way", follows="scenario")
GREEN = Slider(1, 100, unit="ticks", help="How long each direction has green")
ALL_RED = Slider(0, 20, unit="ticks", label="All red", help="So that the crossing is clear")
OPENING = Slider(1, 100, unit="patches", label="Door", help="How wide it is")
ON_GRIDLOCK = Chooser("On gridlock", live=True, help="Stop when nobody moves any more; or remove one of each knot")
QUIET = Slider(1, 500, unit="ticks", live=True, label="Suspect after", help="So long without any move")
COLOR = Chooser("Colour by", live=True)
SMOOTH = Switch("Smooth ways", live=True, help="Walkers are drawn on the spline of their way")
DRAWING = Hidden(parse_terrain, "a map as Tiled JSON, for the terrain drawn")
ZONES = Hidden(parse_zones, "origins and destinations that were painted")
