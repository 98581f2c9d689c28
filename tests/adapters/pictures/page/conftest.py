import shutil

import pytest

OPTIONS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1200,800",
)


@pytest.fixture(scope="session")
def browser(tmp_path_factory):
    """Chromium without a window, or a skip with the reason."""
    reason = "pages are tried in Chromium, driven by Selenium"
    webdriver = pytest.importorskip("selenium.webdriver", reason=reason)
    program, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if program is None or driver is None:
        missing = "chromium" if program is None else "chromedriver"
        pytest.skip(f"{reason}; the program {missing} is not installed")
    options = webdriver.ChromeOptions()
    options.binary_location = program
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    for option in (*OPTIONS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(option)
    service = webdriver.ChromeService(driver)
    chromium = webdriver.Chrome(options=options, service=service)
    yield chromium
    chromium.quit()
