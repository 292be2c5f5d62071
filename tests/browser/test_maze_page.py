"""What a newcomer does with the maze, in a real Chromium."""

import re

import pytest

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (extra test)")
expect = playwright.expect


def waiting(maze):
    """The amber marks of values that wait for the next Setup."""
    return maze.page.get_by_text("next Setup", exact=True)


def test_comes_up_set_up_with_everything_named(visit):
    page = visit().page
    for name in ("Setup", "Step", "Go", "Finish", "Make maze", "Pour at random", "Dry"):
        assert page.get_by_role("button", name=name, exact=True).count() == 1, name
    for name in ("Width", "Height", "Turtles", "Curviness", "Springs"):
        assert page.get_by_role("slider", name=name, exact=True).count() == 1, name
    for name in ("ticks", "turtles", "rooms", "depth", "dead_ends", "corridor", "wet", "front"):
        assert page.get_by_test_id(f"monitor-{name}").count() == 1, name


def test_step_by_button_and_by_key(visit):
    maze = visit()
    assert maze.ticks == 0
    maze.press("Step")
    maze.until_ticks(1)
    maze.page.keyboard.press("s")
    maze.until_ticks(2)
    maze.pause(300)
    assert maze.ticks == 2


def test_go_and_stop(visit):
    maze = visit()
    maze.press("Go")
    maze.until_ticks(10)
    assert maze.button("Stop").get_attribute("aria-pressed") == "true"
    maze.press("Stop")
    maze.pause(400)
    stopped = maze.ticks
    maze.pause(500)
    assert maze.ticks == stopped
    maze.page.keyboard.press("g")
    maze.until_ticks(stopped + 3)
    maze.page.keyboard.press("g")
    maze.button("Go").wait_for()


def test_finish_and_setup(visit):
    maze = visit("model=maze")
    maze.press("Finish")
    maze.until_status("Finished")
    assert maze.ticks == 4999
    assert maze.monitor("turtles").startswith("0")
    for name in ("Step", "Go", "Finish"):
        expect(maze.button(name)).to_be_disabled()
    maze.press("Setup")
    maze.until("document.querySelector('[data-testid=ticks]').innerText.trim() === '0'")
    expect(maze.button("Go")).to_be_enabled()


def test_make_maze_from_any_state(visit):
    maze = visit("model=maze&width=31&height=31&turtles=3")
    maze.press("Go")
    maze.until_ticks(3)
    maze.press("Make maze")
    maze.until_status("Finished")
    assert re.sub(r"\D", "", maze.monitor("rooms"))[:3] == "225"


def test_turtles_slider_sets_up_at_once_at_tick_0_and_waits_later(visit):
    maze = visit()
    slider = maze.slider("Turtles")
    slider.focus()
    for _ in range(5):
        maze.page.keyboard.press("ArrowRight")
    maze.until("document.querySelector('[data-testid=monitor-turtles]').innerText.includes('6')")
    maze.press("Step")
    maze.until_ticks(1)
    slider.focus()
    maze.page.keyboard.press("ArrowRight")
    expect(waiting(maze)).to_have_count(1)
    assert "6" in maze.monitor("turtles")
    maze.press("Setup")
    maze.until("document.querySelector('[data-testid=monitor-turtles]').innerText.includes('7')")
    expect(waiting(maze)).to_have_count(0)


def test_curviness_acts_at_once_and_stands_in_the_address(visit):
    maze = visit("model=maze&rng=7&curviness=50")
    maze.press("Step")
    maze.until_ticks(1)
    maze.slider("Curviness").focus()
    for _ in range(3):
        maze.page.keyboard.press("ArrowRight")
    maze.until("location.search.includes('curviness=53')")
    expect(waiting(maze)).to_have_count(0)


def test_press_and_hold_pours_and_flows_on(visit):
    maze = visit("model=maze&width=31&height=31&rng=7")
    maze.press("Finish")
    maze.until_status("Finished")
    maze.page.keyboard.press("w")
    box = maze.canvas()
    patch = min(box["width"], box["height"]) / 31
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    # The middle room, (15, 15): the board is centred, whatever room its canvas leaves.
    maze.page.mouse.move(x, y)
    maze.page.mouse.down()
    maze.until("parseFloat(document.querySelector('[data-testid=monitor-wet]').innerText) > 1")
    maze.pause(300)
    maze.page.mouse.move(x + patch / 4, y)
    maze.page.mouse.up()
    wet = float(maze.monitor("wet").split()[0])
    maze.until(f"parseFloat(document.querySelector('[data-testid=monitor-wet]').innerText) > {wet}")
    maze.until_status("Finished")
    assert float(maze.monitor("wet").split()[0]) == pytest.approx(100)


def test_a_press_on_a_wall_does_nothing(visit):
    maze = visit("model=maze&width=31&height=31&rng=7")
    maze.press("Finish")
    maze.until_status("Finished")
    ticks = maze.ticks
    maze.page.keyboard.press("b")
    box = maze.canvas()
    patch = min(box["width"], box["height"]) / 31
    maze.page.mouse.click(box["x"] + box["width"] / 2 - patch, box["y"] + box["height"] / 2 - patch)  # a pillar
    maze.pause(500)
    assert maze.ticks == ticks
    assert maze.monitor("wet").startswith("0")


def test_undo_takes_the_pour_back(visit):
    maze = visit("model=maze&width=31&height=31&rng=7")
    maze.press("Finish")
    maze.until_status("Finished")
    maze.press("Pour at random")
    maze.until("parseFloat(document.querySelector('[data-testid=monitor-wet]').innerText) > 0")
    maze.page.keyboard.press("Control+z")
    maze.until("parseFloat(document.querySelector('[data-testid=monitor-wet]').innerText) === 0")
    maze.page.keyboard.press("Control+z")
    maze.until("document.querySelector('[data-testid=ticks]').innerText.trim() === '0'")


def test_two_visitors_have_models_of_their_own(visit):
    first, second = visit(), visit()
    first.press("Step")
    first.until_ticks(1)
    second.pause(300)
    assert second.ticks == 0


def picture(page):
    return page.evaluate("document.querySelector('[data-testid=board] canvas').toDataURL()")


def test_a_link_gives_the_same_setup(visit):
    maze = visit("model=maze&turtles=4&curviness=80&width=41&height=51")
    maze.until("location.search.includes('rng=')")
    link = maze.page.evaluate("location.search").lstrip("?")
    again = visit(link)
    assert picture(again.page) == picture(maze.page)
    for one in (maze, again):
        one.press("Finish")
        one.until_status("Finished")
    again.pause(300)
    assert picture(again.page) == picture(maze.page)


def test_choosing_hex_moves_the_size_sliders(visit):
    maze = visit()
    hexes = maze.page.get_by_role("button", name="hex", exact=True).or_(maze.page.get_by_role("radio", name="hex"))
    hexes.first.click()
    maze.until("location.search.includes('grid=hex')")
    expect(maze.slider("Height")).to_have_attribute("aria-valuenow", "100")


@pytest.mark.parametrize(
    "query", ["model=maze&width=100", "model=maze&turtles=900&rng=7", "model=nothing", "model=maze&rng=x"]
)
def test_a_bad_link_is_explained_and_the_page_comes_up(visit, query):
    maze = visit(query)
    assert maze.page.get_by_role("alert").first.inner_text().strip()
    assert maze.ticks == 0
    maze.press("Step")
    maze.until_ticks(1)


def test_a_typed_size_that_does_not_close_is_refused_and_the_model_stays(visit):
    maze = visit()
    before = picture(maze.page)
    field = maze.page.get_by_role("textbox", name="Width").or_(maze.page.get_by_role("spinbutton", name="Width")).first
    field.fill("100")
    field.press("Enter")
    maze.page.get_by_text("nearest are 99 and 101").first.wait_for()
    assert picture(maze.page) == before


@pytest.mark.parametrize("size", [(390, 844), (360, 740), (768, 1024), (1024, 768), (1280, 800), (1600, 900)])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_sticks_out_at_any_size(visit, size, scheme):
    maze = visit(size=size, scheme=scheme)
    assert maze.page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1")
    assert maze.button("Go").is_visible()
    expect(maze.page.locator(".pw")).to_have_attribute("data-theme", scheme)


def test_theme_from_the_address_and_by_key(visit):
    maze = visit("model=maze&theme=dark")
    expect(maze.page.locator(".pw")).to_have_attribute("data-theme", "dark")
    maze.page.keyboard.press("t")
    expect(maze.page.locator(".pw")).to_have_attribute("data-theme", "light")


def test_key_sheet_opens_and_closes(visit):
    maze = visit()
    maze.page.keyboard.press("?")
    maze.page.get_by_role("dialog").wait_for()
    maze.page.keyboard.press("Escape")
    maze.page.get_by_role("dialog").wait_for(state="detached")


def test_a_focused_slider_keeps_its_arrows_and_a_field_keeps_its_letters(visit):
    maze = visit()
    seed = maze.page.get_by_role("textbox", name="Seed").first
    seed.click()
    maze.page.keyboard.type("s")
    maze.pause(300)
    assert maze.ticks == 0
