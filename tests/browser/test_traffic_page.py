"""What one does with traffic, in a real Chromium."""

import re

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed (extra test)")

SCENARIOS = ("field", "ring", "crossing", "fork", "bml", "door", "open road")


def number(text):
    return int(re.sub(r"\D", "", text))


def spot(traffic, patch):
    """Where a patch is on the page, in pixels."""
    found = traffic.page.evaluate(f"patchwalk.boards[0].where({patch})")
    return found["x"], found["y"]


def test_setup_and_go(visit):
    traffic = visit("model=traffic&rng=7")
    assert number(traffic.monitor("present")) == 200
    traffic.press("Go")
    traffic.until_ticks(10)
    traffic.press("Stop")
    assert "standing" in traffic.status
    assert "0.000" not in traffic.monitor("flux")
    traffic.press("Setup")
    traffic.until("document.querySelector('[data-testid=ticks]').innerText.trim() === '0'")


def test_every_scenario_comes_up_and_moves_and_shows_its_own_sliders(visit):
    traffic = visit("model=traffic&rng=7")
    for scenario in SCENARIOS:
        traffic.page.goto(f"{traffic.address}/?model=traffic&rng=7&scenario={scenario.replace(' ', '%20')}")
        traffic.page.get_by_test_id("board").wait_for(timeout=30_000)
        traffic.button("Go").click()
        traffic.until_ticks(12)
        traffic.until("!document.querySelector('[data-testid=monitor-flux]').innerText.includes('0.000')")
        shown = {name: traffic.slider(name).count() for name in ("Walkers", "Walkers come", "Entering", "Destinations")}
        assert shown == {
            "Walkers": int(scenario in ("field", "ring", "crossing", "bml", "door")),
            "Walkers come": int(scenario == "fork"),
            "Entering": int(scenario == "open road"),
            "Destinations": int(scenario == "field"),
        }, scenario


def test_the_slider_of_walkers_acts_at_once_up_and_down(visit):
    traffic = visit("model=traffic&rng=7&walkers=100")
    traffic.press("Go")
    traffic.until_ticks(3)
    field = traffic.page.get_by_label("Walkers", exact=True).and_(traffic.page.locator("input[type=text]"))
    for wanted in (350, 40):
        field.fill(str(wanted))
        field.press("Enter")
        traffic.until(
            "Number(document.querySelector('[data-testid=monitor-present]').innerText.replace(/\\D/g, '')) === "
            + str(wanted)
        )
    before = traffic.ticks
    traffic.until_ticks(before + 3)
    assert number(traffic.monitor("removed")) == 310


def test_walls_are_painted_while_walkers_go(visit):
    traffic = visit("model=traffic&rng=7&terrain=open&width=31&height=31&walkers=150")
    traffic.press("Go")
    traffic.until_ticks(3)
    traffic.page.keyboard.press("2")
    (x, y), (to_x, to_y) = spot(traffic, 15 * 31 + 3), spot(traffic, 15 * 31 + 27)
    mouse = traffic.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(to_x, to_y, steps=6)
    mouse.up()
    traffic.pause(500)
    codes = traffic.page.evaluate(
        f"Array.from(patchwalk.boards[0].picture.layers.codes.slice({15 * 31 + 3}, {15 * 31 + 28}))"
    )
    assert set(codes) == {1}
    before = traffic.ticks
    traffic.until_ticks(before + 10)
    traffic.press("Stop")
    assert number(traffic.monitor("present")) + number(traffic.monitor("removed")) == 150


def test_a_walker_is_followed(visit):
    traffic = visit("model=traffic&rng=7&width=31&height=31&walkers=60")
    traffic.page.keyboard.press("w")
    patch = traffic.page.evaluate(
        "(() => { const b = patchwalk.boards[0], t = b.picture.turtles;"
        " return Math.round(t.y[5]) * 31 + Math.round(t.x[5]); })()"
    )
    traffic.page.mouse.click(*spot(traffic, patch))
    traffic.until_status("Following walker")
    traffic.until_status("to go")
    assert traffic.page.evaluate("patchwalk.boards[0].picture.marks.length") == 1
    assert traffic.page.evaluate("patchwalk.boards[0].picture.lines.length") >= 1


def test_a_percolation_sweep_fills_its_plot(visit):
    traffic = visit("model=traffic&rng=7&width=31&height=31")
    plot = traffic.page.get_by_role("group", name="Percolation sweep")
    assert plot.count() == 0
    ink = (
        "(canvas) => canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)"
        ".data.filter((value, k) => k % 4 === 3 && value).length"
    )
    traffic.press("Percolation sweep")
    plot.locator("canvas").first.wait_for()
    traffic.until_status("endless worlds from 0.593 on")
    traffic.pause(1500)
    assert plot.locator("canvas").first.evaluate(ink) > 300
    first = traffic.page.locator(".plots [role=group]").first
    assert first.get_attribute("aria-label") == "Percolation sweep"
    assert traffic.ticks == 0


def legend(traffic):
    return traffic.page.locator(".legend > span").all_inner_texts()


def test_the_legend_and_the_monitors_are_those_of_what_is_there(visit):
    traffic = visit("model=traffic&rng=7&scenario=ring&width=60&walkers=20")
    assert traffic.page.get_by_test_id("monitor-delay").count() == 0
    assert legend(traffic) == ["road", "standing", "slow", "steady", "free"]
    plots = traffic.page.locator(".plots [role=group]")
    assert plots.first.get_attribute("aria-label") == "Space and time"
    traffic = visit("model=traffic&rng=7&scenario=bml&color=destination&density=0.1")
    assert legend(traffic) == ["road", "going east", "going north"]
    traffic = visit("model=traffic&rng=7&terrain=open&width=31&height=31")
    assert "how often somebody stood there" not in legend(traffic)
    traffic.page.keyboard.press("h")
    traffic.until("document.querySelector('.legend').innerText.includes('how often somebody stood there')")


def test_why_walkers_were_removed_is_said(visit):
    traffic = visit("model=traffic&rng=7&walkers=100")
    field = traffic.page.get_by_label("Walkers", exact=True).and_(traffic.page.locator("input[type=text]"))
    field.fill("60")
    field.press("Enter")
    traffic.until_status("40 removed: fewer wanted")
    assert "fewer wanted" in traffic.page.get_by_test_id("monitor-removed").locator("xpath=..").inner_text()
