//! The page at every size and for everyone: axe-core, forced colours, less motion, sound, keys that can be switched off.

use std::path::PathBuf;

use axum::http::Method;
use fantoccini::wd::WebDriverCompatibleCommand;
use serde_json::{Value, json};
use url::{ParseError, Url};

use crate::chromium::{Browser, target};

/// Phones, a desktop at 200 % zoom, a tablet, a desktop.
const SIZES: [(&str, u32, u32); 5] = [
    ("phone-360", 360, 740),
    ("phone-390", 390, 844),
    ("zoom-200", 640, 400),
    ("tablet", 768, 1024),
    ("desktop", 1280, 800),
];

/// The serious and the critical findings, with what they are about.
const FINDINGS: &str = "
    const done = arguments[0];
    axe.run(document, { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } }).then(({ violations, passes }) => done([
      violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) =>
        [id, ...nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)}: ${failureSummary}`)]),
      passes.length,
    ]));
";

/// axe-core as `cargo xtask browser` has installed it.
fn axe() -> String {
    let path: PathBuf = target().join("axe/node_modules/axe-core/axe.min.js");
    std::fs::read_to_string(&path).unwrap_or_else(|error| {
        panic!(
            "{}: {error}; `cargo xtask browser` installs it",
            path.display()
        )
    })
}

impl Browser {
    /// axe-core has nothing serious to say about the whole page, and nothing hangs over its edge.
    async fn is_for_everyone(&self, state: &str) {
        self.script(&axe()).await;
        for (name, width, height) in SIZES {
            self.resize(width, height).await;
            let fits = "document.documentElement.scrollWidth <= innerWidth";
            self.until(&format!("{state} fits {name}"), fits).await;
            self.picture(&format!("everyone-{state}-{name}")).await;
            // All of it in the window: what stays at the window's edge covers other things only until they are scrolled.
            let whole = self
                .script("return document.documentElement.scrollHeight")
                .await;
            let whole = whole.as_u64().and_then(|whole| u32::try_from(whole).ok());
            self.resize(width, whole.expect("a height").max(height))
                .await;
            let found = self.page.execute_async(FINDINGS, vec![]).await;
            let found = found.expect("findings");
            assert_eq!(found[0], json!([]), "{state}, {name}: {found:#}");
            assert!(found[1].as_u64() > Some(20), "axe-core has looked: {found}");
        }
        self.resize(1280, 800).await;
    }
}

#[tokio::test]
async fn axe_finds_nothing_serious_at_five_sizes() {
    let browser = Browser::open("axe", &[]).await;
    browser.is_for_everyone("idle").await;
    browser.bets_on_two_awards().await;
    browser.bets(6, 0).await;
    browser.click(&Browser::at(7, ".coin")).await;
    browser.reads("seats", "without its base wager").await;
    browser.is_for_everyone("bets").await;
    browser.click(&Browser::at(7, ".less")).await;
    browser.locks().await;
    browser.press("Deal the hands").await;
    browser.click("#tab-irregular").await;
    browser.is_for_everyone("dealt").await;
    browser.plays_to_the_river().await;
    browser.settles().await;
    browser.click("#tab-payments").await;
    browser.is_for_everyone("settled").await;
    browser.click("#tab-log").await;
    browser.click("[data-trouble=\"sign_cable\"]").await;
    browser
        .reads("alerts", "The link to the sign is down")
        .await;
    browser.is_for_everyone("trouble").await;
    browser.click("#tab-paytable").await;
    browser.click("#help").await;
    browser.is_for_everyone("keys").await;
    browser.close().await;
}

#[tokio::test]
async fn axe_finds_nothing_serious_in_three_card_poker() {
    let browser = Browser::open("axe-three", &["--game", "tcp5"]).await;
    browser.opens().await;
    browser.bets(4, 1).await;
    browser.locks().await;
    browser.press("Deal the hands").await;
    browser.is_for_everyone("three-cards").await;
    browser.close().await;
}

/// The system's colours replace ours: every lamp still says by its shape and in words whether it is lit.
#[tokio::test]
async fn forced_colours_keep_the_lamps() {
    let browser = Browser::open("forced", &[]).await;
    let features = [
        ("forced-colors", "active"),
        ("prefers-color-scheme", "dark"),
    ];
    browser.emulate(&features).await;
    let active = "matchMedia('(forced-colors: active)').matches";
    browser.until("forced colours", active).await;
    browser.opens().await;
    browser.bets(2, 3).await;
    browser.lamps(2, 3).await;
    let differs = "
        const fill = css => getComputedStyle(document.querySelector(css)).fill;
        const ground = css => getComputedStyle(document.querySelector(css)).backgroundColor;
        return [fill('.seat[data-seat=\"2\"] .bet.lit') !== fill('.seat[data-seat=\"2\"] .bet:not(.lit)'),
          ground('.led.lit') !== ground('.led:not(.lit)')];
    ";
    assert_eq!(browser.script(differs).await, json!([true, true]));
    browser.picture("forced-colours").await;
    browser.close().await;
}

/// Lamps have words: the header's say on or off, a spot says how many of its lamps are lit.
#[tokio::test]
async fn lamps_have_words() {
    let browser = Browser::open("words", &[]).await;
    let words = "return [...document.querySelectorAll('.lights li')].map(li => li.textContent)";
    let before = [
        "Bets open: off",
        "Fault: off",
        "Alarm: off",
        "Power: on",
        "Console: on",
    ];
    assert_eq!(browser.script(words).await, json!(before));
    browser.opens().await;
    let open = "document.querySelector('.lights').textContent.includes('Bets open: on')";
    browser.until("the lamp says on", open).await;
    browser.bets(5, 2).await;
    let spot = "document.querySelector('.seat[data-seat=\"5\"] .coin').getAttribute('aria-label') === \
                'Seat 5, coin spot: 2 chips, 2 lamps are lit'";
    browser.until("the spot says it", spot).await;
    // One voice: the guide speaks, the status line does not say the same again.
    let live = "return [...document.querySelectorAll('[aria-live=polite]')].filter(e => e.checkVisibility()).map(e => e.id)";
    assert_eq!(
        browser.script(live).await,
        json!(["alerts", "guide-says", "toasts"])
    );
    browser.click("#guide-leave").await;
    assert_eq!(
        browser.script(live).await,
        json!(["waits", "alerts", "toasts"])
    );
    browser.close().await;
}

/// Whoever asks for less motion sees no chip or card move; everybody else does.
#[tokio::test]
async fn chips_and_cards_move_unless_less_motion_is_asked_for() {
    for (value, moves) in [("no-preference", true), ("reduce", false)] {
        let browser = Browser::open("motion", &[]).await;
        browser.emulate(&[("prefers-reduced-motion", value)]).await;
        let count = "window.moved = []; const animate = Element.prototype.animate; \
            Element.prototype.animate = function (...how) { \
              moved.push(this.getAttribute('class')); return animate.apply(this, how); }";
        browser.script(count).await;
        browser.opens().await;
        browser.bets(4, 2).await;
        browser.lamps(4, 2).await;
        browser.locks().await;
        browser.press("Deal the hands").await;
        let dealt = "document.querySelector('.seat[data-seat=\"4\"] .card.dealt')";
        browser.until("cards", dealt).await;
        let moved = browser.script("return moved").await;
        let is_there = |class: &str| {
            moved.as_array().expect("a list").iter().any(|moved| {
                moved
                    .as_str()
                    .is_some_and(|moved| moved.split(' ').any(|name| name == class))
            })
        };
        assert_eq!(
            (is_there("chip"), is_there("card")),
            (moves, moves),
            "{value}: {moved}"
        );
        let pulse = "return getComputedStyle(document.querySelector('.marked')).animationName";
        let pulse = browser.script(pulse).await;
        assert_eq!(pulse != json!("none"), moves, "{value}: {pulse}");
        browser.close().await;
    }
}

/// Silent until the first gesture, then the alarm and the win; off by a click, and it stays off.
#[tokio::test]
async fn the_alarm_and_the_win_sound() {
    let browser = Browser::open("sound", &[]).await;
    let listen = "window.tones = []; const start = OscillatorNode.prototype.start; \
        OscillatorNode.prototype.start = function (at) { tones.push(this.type); return start.call(this, at); }; \
        const Context = AudioContext; window.contexts = 0; \
        window.AudioContext = class extends Context { constructor() { super(); contexts++; } }";
    browser.script(listen).await;
    assert_eq!(browser.script("return contexts").await, json!(0));
    browser.bets_on_two_awards().await;
    assert_eq!(browser.script("return contexts").await, json!(1));
    browser.locks().await;
    browser.click("[data-trouble=\"chip_moved\"]").await;
    browser.until("the alarm", "tones.includes('square')").await;
    assert_eq!(
        browser.script("return tones.includes('triangle')").await,
        json!(false)
    );
    browser.click("[data-trouble=\"chip_moved\"]").await;
    let quiet = "!document.querySelector('.led[data-bit=\"47\"].lit')";
    browser.until("the alarm ends", quiet).await;
    browser.press("Deal the hands").await;
    browser.plays_to_the_river().await;
    browser.settles().await;
    browser.until("the win", "tones.includes('triangle')").await;
    browser.click("#sound-on").await;
    browser.script("tones.length = 0").await;
    browser.click("[data-trouble=\"chip_moved\"]").await;
    browser.page.refresh().await.expect("the page again");
    browser.phase("settled").await;
    let off = "document.querySelector('#sound-on[aria-pressed=false]')";
    browser.until("it stays off", off).await;
    browser.close().await;
}

/// Keys that act on the table can be switched off; everything is still reached with Tab and Enter.
#[tokio::test]
async fn keys_can_be_switched_off() {
    let browser = Browser::open("keys", &[]).await;
    browser.click("#help").await;
    browser.click("#keys-on").await;
    browser.click("#keys form button").await;
    let body = browser.find("body").await;
    body.send_keys("b").await.expect("a key");
    tokio::time::sleep(std::time::Duration::from_millis(700)).await;
    browser.phase("idle").await;
    browser.page.refresh().await.expect("the page again");
    browser.phase("idle").await;
    let body = browser.find("body").await;
    body.send_keys("b").await.expect("a key");
    tokio::time::sleep(std::time::Duration::from_millis(700)).await;
    browser.phase("idle").await;
    let open = browser.find(".key.go").await;
    open.send_keys("\u{E007}").await.expect("a key");
    browser.phase("open").await;
    browser.close().await;
}

impl Browser {
    /// Lets the browser say that its system is set up so.
    async fn emulate(&self, features: &[(&str, &str)]) {
        let features: Vec<Value> = features
            .iter()
            .map(|(name, value)| json!({"name": name, "value": value}))
            .collect();
        let command = Devtools {
            name: "Emulation.setEmulatedMedia",
            parameters: json!({ "features": features }),
        };
        self.page.issue_cmd(command).await.expect("emulated");
    }
}

/// A command of Chromium's developer tools.
#[derive(Debug)]
struct Devtools {
    name: &'static str,
    parameters: Value,
}

impl WebDriverCompatibleCommand for Devtools {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        base.join(&format!(
            "session/{}/goog/cdp/execute",
            session.unwrap_or_default()
        ))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        let body = json!({ "cmd": self.name, "params": self.parameters });
        (Method::POST, Some(body.to_string()))
    }
}
