"""The page in a real browser: a toy model, pressed, typed, dragged, looked at."""

import json
import re

import pytest

pytestmark = pytest.mark.browser
SIZES = ((360, 780), (390, 844), (768, 1024), (1024, 768), (1280, 800), (1600, 900))


@pytest.fixture(scope="session")
def visitor(chromium):
    """A visitor whose browser has kept the scripts, as it does after the first page."""
    context = chromium.new_context(permissions=["clipboard-read", "clipboard-write"])
    yield context
    context.close()


@pytest.fixture
def open_page(visitor, toy_server):
    """Opens a page and, in the end, complains about errors in its console and requests to other hosts."""
    pages, complaints = [], []

    def complain_of_request(request):
        if not request.url.startswith((toy_server, toy_server.replace("http", "ws"), "data:", "blob:")):
            complaints.append(request.url)

    def open_one(search="", scheme="light", context=visitor):
        page = context.new_page()
        pages.append(page)
        page.set_viewport_size({"width": 1280, "height": 800})
        page.emulate_media(color_scheme=scheme)
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", complain_of_request)
        page.goto(toy_server + "/" + search)
        page.locator("[data-painted]").wait_for(timeout=60_000)
        page.wait_for_function("document.querySelector('.status .state')?.dataset.state !== undefined", timeout=60_000)
        return page

    yield open_one
    for page in pages:
        page.close()
    assert not complaints


def expect(what):
    from playwright.sync_api import expect as playwright_expect

    playwright_expect.set_options(timeout=30_000)  # a busy machine is no failure
    return playwright_expect(what)


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def test_step_go_stop_and_finish_by_button_and_key(open_page):
    page = open_page("?model=lamps&width=61&height=61&rng=7")
    ticks, status = page.get_by_test_id("ticks"), page.get_by_test_id("status")
    expect(ticks).to_have_text("0")
    button(page, "Step").click()
    expect(ticks).to_have_text("1")
    page.keyboard.press("s")
    expect(ticks).to_have_text("2")
    expect(page.get_by_test_id("monitor-lit")).to_have_text("2")
    page.keyboard.press("g")
    expect(button(page, "Stop")).to_have_attribute("aria-pressed", "true")
    expect(status).to_contain_text("Running")
    button(page, "Stop").click()
    expect(button(page, "Go")).to_have_attribute("aria-pressed", "false")
    button(page, "Finish").click()
    expect(ticks).to_have_text("3721")  # plain digits, though they stand in groups
    expect(status).to_contain_text("Finished")
    for name in ("Step", "Go", "Finish"):
        expect(button(page, name)).to_be_disabled()
    button(page, "Setup").click()
    expect(ticks).to_have_text("0")
    expect(button(page, "Go")).to_be_enabled()


def test_sliders_act_at_once_or_wait_and_refuse_what_is_out_of_range(open_page):
    page = open_page("?model=lamps&rng=7")
    lit = page.get_by_test_id("monitor-lit").locator("xpath=..")
    width = page.get_by_role("slider", name="Width")
    width.focus()
    page.keyboard.press("ArrowRight")  # at tick 0 it sets up at once
    expect(lit).to_contain_text("of 143")
    button(page, "Step").click()
    width.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".p", has=width).locator(".mark")).to_have_text("next Setup")
    expect(lit).to_contain_text("of 143")
    field = page.get_by_role("textbox", name="Width")
    field.fill("900")
    field.press("Enter")
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text(re.compile(r"Width: '900'.*3 to 61 patches"))
    expect(page.get_by_test_id("ticks")).to_have_text("1")
    field.fill("21")
    field.press("Enter")
    expect(alert).to_have_count(0)
    expect(field).not_to_be_focused()
    page.keyboard.press("w")  # a key of the page again
    expect(page.get_by_role("radio", name="Light")).to_have_attribute("aria-checked", "true")
    expect(field).to_have_value("21")
    button(page, "Setup").click()
    expect(lit).to_contain_text("of 231")
    expect(width).to_have_attribute("aria-valuenow", "21")


def test_choosers_switches_and_presets(open_page):
    page = open_page("?model=lamps&rng=7")
    grid = page.get_by_role("radiogroup", name="Grid")
    grid.get_by_role("radio", name="hex").click()
    expect(grid.get_by_role("radio", name="hex")).to_have_attribute("aria-checked", "true")
    expect(page).to_have_url(re.compile("grid=hex"))
    frugal = page.get_by_role("switch", name="Frugal")
    frugal.press(" ")
    expect(page).to_have_url(re.compile("frugal=on"))
    page.get_by_role("button", name="Preset").click()
    page.get_by_role("option", name="wide").click()
    expect(page).to_have_url(re.compile("width=31"))
    page.get_by_role("button", name="Policy").click()
    page.get_by_role("option", name="row by row").click()
    expect(page).to_have_url(re.compile(r"policy=row\+by\+row"))


def test_what_is_of_no_use_leaves_the_page_and_comes_back_with_its_contents(open_page):
    page = open_page("?model=lamps&rng=7")
    share = page.get_by_test_id("monitor-share")
    cloud = page.get_by_role("img", name="Share and tick")
    drawn = """() => {
        const plots = [...document.querySelectorAll(".solara-echarts")];
        return plots.map((plot) => plot.__vue__.chart.getOption().series[0].data.length);
    }"""
    guesses = page.get_by_role("radiogroup", name="Guesses")
    button(page, "Step").click()
    button(page, "Step").click()
    guesses.get_by_role("radio", name="punish").click()
    expect(share).to_have_count(0)
    expect(cloud).to_have_count(0)
    expect(page.locator("img.strip")).to_have_count(0)
    expect(page.locator(".legend > span")).to_have_text(["lamp out", "lamp lit"])
    button(page, "Step").click()
    guesses.get_by_role("radio", name="warn").click()
    expect(share).to_have_text("2.5")
    expect(cloud).to_have_count(1)
    expect(page.locator("img.strip")).to_have_count(1)
    expect(page.locator(".legend > span")).to_have_count(4)
    page.wait_for_function(f"String(({drawn})()) === '4,4'")


def test_a_link_opens_the_same_page_again(open_page):
    page = open_page("?model=lamps&width=21&rng=7")
    expect(page.get_by_role("button", name="Keep seed")).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(page.get_by_test_id("monitor-lit").locator("xpath=..")).to_contain_text("of 231")
    expect(page.get_by_role("textbox", name="Seed")).to_have_value("7")


def test_what_an_address_asks_in_vain_is_said_and_the_page_comes_up(open_page):
    page = open_page("?model=nothing&width=999")
    expect(page.get_by_role("alert")).to_contain_text("there is no 'nothing'")
    page.get_by_role("button", name="Close note").click()
    expect(page.get_by_role("alert")).to_have_count(0)
    button(page, "Step").click()
    expect(page.get_by_test_id("ticks")).to_have_text("1")


def test_seeds_are_typed_kept_and_drawn(open_page):
    page = open_page()
    field, keep = page.get_by_role("textbox", name="Seed"), page.get_by_role("button", name="Keep seed")
    expect(keep).to_have_attribute("aria-pressed", "false")
    field.fill("12")
    field.press("Enter")
    expect(keep).to_have_attribute("aria-pressed", "true")
    button(page, "Setup").click()
    expect(field).to_have_value("12")
    field.fill("twelve")
    field.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("Seed")
    page.get_by_role("button", name="New seed").click()
    expect(field).not_to_have_value(re.compile("^(12|twelve)$"))


def test_an_error_is_shown_over_the_board_and_locks_until_setup(open_page):
    page = open_page("?model=lamps&rng=7")
    button(page, "Fail").click()
    button(page, "Step").click()
    expect(page.get_by_role("alert")).to_contain_text("density 1.2 is outside 0 to 1")
    expect(page.get_by_test_id("status")).to_contain_text("Error")
    expect(button(page, "Go")).to_be_disabled()
    button(page, "Setup").click()
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(button(page, "Go")).to_be_enabled()


def test_a_question_is_answered_by_key_or_button(open_page):
    page = open_page("?model=lamps&rng=7")
    status = page.get_by_test_id("status")
    button(page, "Ask").click()
    dialog = page.get_by_role("alertdialog")
    expect(button(dialog, "Take back")).to_be_focused()
    expect(button(page, "Step")).to_be_disabled()
    page.keyboard.press("w")  # the choice's key, though a tool has it otherwise
    expect(dialog).to_have_count(0)
    expect(status).to_contain_text("Answered: show")
    button(page, "Ask").click()
    expect(button(dialog, "Take back")).to_be_focused()
    page.keyboard.press("Escape")
    expect(status).to_contain_text("Answered: back")


def test_tools_overlays_and_looking(open_page):
    page = open_page("?model=lamps&rng=7")
    tools = page.get_by_role("radiogroup", name="What the pointer does")
    board = page.get_by_test_id("board")
    board.click()
    expect(page.get_by_role("tabpanel").get_by_role("definition").last).to_have_text("out")
    page.keyboard.press("w")
    expect(tools.get_by_role("radio", name="Light")).to_have_attribute("aria-checked", "true")
    board.click()
    expect(page.get_by_test_id("monitor-lit")).to_have_text("1")
    button(page, "Undo").click()
    expect(page.get_by_test_id("monitor-lit")).to_have_text("0")
    button(page, "Heat").click()
    expect(button(page, "Heat")).to_have_attribute("aria-pressed", "true")


def test_the_key_sheet_holds_the_focus_and_gives_it_back(open_page):
    page = open_page()
    button(page, "Setup").focus()
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog", name="Keys")
    expect(button(sheet, "Close")).to_be_focused()
    page.keyboard.press("Tab")
    expect(button(sheet, "Close")).to_be_focused()
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(button(page, "Setup")).to_be_focused()


def test_files_are_saved_and_opened(open_page, tmp_path):
    page = open_page("?model=lamps&rng=7")
    button(page, "Step").click()
    saved = {}
    for name in ("Save session", "Save data", "Save picture", "Save lamps"):
        page.get_by_role("button", name="Save and open").click()
        with page.expect_download() as download:
            page.get_by_role("menuitem", name=name).click()
        saved[name] = tmp_path / download.value.suggested_filename
        download.value.save_as(saved[name])
    assert json.loads(saved["Save session"].read_text())
    assert saved["Save data"].suffix == ".csv"
    assert saved["Save picture"].read_bytes().startswith(b"\x89PNG")
    assert len(saved["Save lamps"].read_bytes()) == 121
    button(page, "Setup").click()
    expect(page.get_by_test_id("ticks")).to_have_text("0")
    page.get_by_role("button", name="Save and open").click()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("menuitem", name="Open a file").click()
    chooser.value.set_files(saved["Save lamps"])
    expect(page.get_by_test_id("monitor-lit")).to_have_text("1")


def test_link_and_seed_are_copied(open_page, toy_server):
    page = open_page("?model=lamps&width=21&rng=7")
    page.get_by_role("button", name="Copy seed").click()
    page.get_by_role("button", name="Copy seed").and_(page.locator("[data-said]")).wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == "7"
    page.get_by_role("button", name="Copy link").click()
    page.get_by_role("button", name="Copy link").and_(page.locator("[data-said]")).wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == f"{toy_server}/?model=lamps&width=21&rng=7"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_theme_follows_the_system_until_it_is_switched(open_page, scheme):
    page = open_page("?model=lamps", scheme=scheme)
    other = "light" if scheme == "dark" else "dark"
    expect(page.locator("#pw")).to_have_attribute("data-theme", scheme)
    page.keyboard.press("t")
    expect(page.locator("#pw")).to_have_attribute("data-theme", other)
    expect(page).to_have_url(re.compile(f"theme={other}"))


def test_the_address_decides_about_the_theme(open_page):
    expect(open_page("?model=lamps&theme=dark").locator("#pw")).to_have_attribute("data-theme", "dark")


def test_nothing_sticks_out_at_any_width(open_page):
    page = open_page("?model=lamps&rng=7")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        expect(button(page, "Go")).to_be_in_viewport()
        expect(page.get_by_test_id("ticks")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollHeight") <= 900


def test_two_visitors_have_models_of_their_own(open_page, chromium):
    context = chromium.new_context()
    one, other = open_page("?model=lamps&rng=7"), open_page("?model=lamps&rng=7", context=context)
    button(one, "Step").click()
    expect(one.get_by_test_id("ticks")).to_have_text("1")
    button(other, "Finish").click()
    expect(other.get_by_test_id("ticks")).to_have_text("121")
    expect(one.get_by_test_id("ticks")).to_have_text("1")
    context.close()


def test_another_model_changes_page_and_address_and_back(open_page):
    page = open_page("?model=lamps&width=21&rng=7")
    page.locator(".plot canvas").nth(1).wait_for()  # ECharts complains when a plot is gone before it has come
    page.get_by_role("button", name="Model").click()
    page.get_by_role("option", name="Blank").click()
    expect(page).to_have_title("Blank · Patchwalk")
    expect(page).to_have_url(re.compile(r"\?model=blank&rng=\d+&keep=off$"))
    button(page, "Step").click()
    expect(page.get_by_test_id("ticks")).to_have_text("1")
    expect(button(page, "Finish")).to_be_disabled()  # it never ends by itself
    page.go_back()
    expect(page).to_have_title("Lamps · Patchwalk")
    expect(page.get_by_role("textbox", name="Seed")).to_have_value("7")


def test_a_dragged_slider_stays_where_it_was_let_go(open_page):
    page = open_page("?model=lamps&rng=7")
    slider, field = (page.get_by_role(role, name="Brightness") for role in ("slider", "textbox"))
    box = page.locator(".p", has=slider).locator(".v-slider").bounding_box()
    row = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] / 2, row)
    page.mouse.down()
    for share in range(50, 81):
        page.mouse.move(box["x"] + box["width"] * share / 100, row)
    page.mouse.up()
    expect(field).to_have_value("0.8")
    expect(page).to_have_url(re.compile(r"brightness=0\.8"))
    expect(slider).to_have_attribute("aria-valuenow", "0.8")
    expect(field).to_have_value("0.8")
