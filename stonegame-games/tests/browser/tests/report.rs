//! The page that `report` writes, in a real browser: stepped through with the mouse and the keyboard.
//!
//! Where no Chromium is installed (Debian's package is `chromium`), it says so and tries nothing.

use assert_cmd::Command;
use headless_chrome::{Browser, LaunchOptions, Tab};
use std::error::Error;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The browser, if there is one.
fn browser() -> Option<Browser> {
    let path = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
    let Some(path) = path.into_iter().map(PathBuf::from).find(|path| path.exists()) else {
        let needed = std::env::var_os("STONEGAME_BROWSER").is_some();
        assert!(!needed, "no Chromium is installed, and STONEGAME_BROWSER says that there is one");
        println!("skipped: no Chromium is installed");
        return None;
    };
    let args = [
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
    ];
    let options = LaunchOptions::default_builder()
        .path(Some(path))
        .sandbox(false)
        .args(args.map(OsStr::new).to_vec())
        .idle_browser_timeout(Duration::from_secs(120))
        .build()
        .unwrap();
    Some(Browser::new(options).unwrap())
}

/// Writes the page of an instance.
fn page(directory: &Path, game: &str, data: &str) -> String {
    let path = directory.join(format!("{game}.html"));
    let mut program = Command::cargo_bin("stonegame-browser").unwrap();
    program.args(["report", game, data, "-o"]).arg(&path).assert().success().stdout("");
    format!("file://{}", path.display())
}

fn text(tab: &Arc<Tab>, selector: &str) -> Result<String, Box<dyn Error>> {
    let script = format!("document.querySelector({selector:?}).textContent");
    let found = tab.evaluate(&script, false)?.value;
    Ok(found.and_then(|value| value.as_str().map(String::from)).unwrap_or_default())
}

#[test]
fn a_person_steps_through_best_play_and_other_moves() -> Result<(), Box<dyn Error>> {
    let Some(browser) = browser() else { return Ok(()) };
    let directory = tempfile::tempdir()?;
    let tab = browser.new_tab()?;
    tab.navigate_to(&page(directory.path(), "predict-the-winner", "1,5,233,7"))?;
    tab.wait_for_element("body[data-ready]")?;
    assert!(text(&tab, "#value")?.starts_with("222"));
    assert_eq!(text(&tab, "#picture")?, "1  5  233  7");
    assert_eq!(text(&tab, "#moves-body tr:nth-child(2)")?, "right7-222gives away 444");

    // With the mouse: a move that is not the best.
    tab.find_element("#moves-body tr:nth-child(2) button")?.click()?;
    assert_eq!(text(&tab, "#picture")?, "1  5  233  ·");
    assert!(text(&tab, "#status")?.contains("gives away 444"));
    assert!(tab.get_url().ends_with("#moves=1"));

    // With the keyboard alone: back, and best play to the end.
    tab.press_key("ArrowLeft")?;
    assert_eq!(text(&tab, "#picture")?, "1  5  233  7");
    for _ in 0..4 {
        tab.press_key("ArrowRight")?;
    }
    assert_eq!(text(&tab, "#picture")?, "·  ·  ·  ·");
    assert!(text(&tab, "#status")?.contains("Points: 234 to 12."), "{}", text(&tab, "#status")?);
    assert!(text(&tab, "#status")?.contains("the game is over"));
    // The focus stays on what was pressed, as long as it is of use.
    tab.evaluate(
        "document.getElementById('again').click(); document.getElementById('forward').focus()",
        false,
    )?;
    for _ in 0..2 {
        tab.press_key("Enter")?;
    }
    assert_eq!(text(&tab, "#played")?, "first: left; second: left");
    tab.evaluate("document.getElementById('back').focus()", false)?;
    tab.press_key("Enter")?;
    assert_eq!(text(&tab, "#played")?, "first: left");
    Ok(())
}

#[test]
fn outcomes_have_pages_too() -> Result<(), Box<dyn Error>> {
    let Some(browser) = browser() else { return Ok(()) };
    let directory = tempfile::tempdir()?;
    let tab = browser.new_tab()?;
    let address = page(directory.path(), "kayles", "3");
    tab.navigate_to(&format!("{address}#moves=0"))?;
    tab.wait_for_element("body[data-ready]")?;
    assert!(
        text(&tab, "#status")?.contains("turns a win into a loss"),
        "{}",
        text(&tab, "#status")?
    );
    // An address that names no moves of the game is the start.
    tab.navigate_to("about:blank")?;
    tab.navigate_to(&format!("{address}#moves=99,1"))?;
    tab.wait_for_element("body[data-ready]")?;
    assert_eq!(text(&tab, "#played")?, "none yet");
    Ok(())
}

#[test]
fn a_row_of_two_hundred_piles_has_room_for_all_of_its_positions() -> Result<(), Box<dyn Error>> {
    let row: Vec<String> = (0..200i64).map(|i| (i * i % 199 - 99).to_string()).collect();
    let directory = tempfile::tempdir()?;
    let address = page(directory.path(), "predict-the-winner", &row.join(","));
    let bytes = std::fs::metadata(directory.path().join("predict-the-winner.html"))?.len();
    assert!(bytes < 2 << 20, "{bytes}");
    let Some(browser) = browser() else { return Ok(()) };
    let tab = browser.new_tab()?;
    tab.navigate_to(&address)?;
    tab.wait_for_element("body[data-ready]")?;
    // From the start of the navigation until the explorer was there.
    let took = tab.evaluate(
        "performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd",
        false,
    )?;
    // How fast a machine is, is no matter of a test: it is told, not judged.
    let took = took.value.and_then(|value| value.as_f64()).unwrap();
    println!("{bytes} bytes, ready after {took} ms");
    // Best play to the end, all at once.
    let step = "for (let i = 0; i < 200; i++) document.getElementById('forward').click()";
    tab.evaluate(step, false)?;
    assert!(text(&tab, "#status")?.contains("No move is legal"), "{}", text(&tab, "#status")?);
    Ok(())
}
