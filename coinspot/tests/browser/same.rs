//! The same round with the host's controller and with the board's image: at every step the page shows the same.

use serde_json::Value;

use crate::chromium::Browser;

/// All that people see of a table that has come to rest. Lamps blink and the sign turns its pages, each for two seconds:
/// whatever is lit or written until nothing new has come for six. The pages of the limits, one in every few, are the
/// same in every state and would take half a minute.
const SEEN: &str = "
    const done = arguments[0], text = id => document.getElementById(id).innerText;
    const lit = new Set(), signs = new Set(), sign = document.getElementById('sign');
    let known = 0, timer;
    const watch = new MutationObserver(look);
    function look() {
      document.querySelectorAll('#chain .lit, .led.lit').forEach(lamp => lit.add(lamp.dataset.bit ?? lamp.id));
      const page = sign.getAttribute('aria-label');
      if (!/: (ANTE|BONUS|PAIR PLUS|PROGRESSIVE)\\b/.test(page)) signs.add(page);
      if (lit.size + signs.size === known) return;
      known = lit.size + signs.size;
      clearTimeout(timer);
      timer = setTimeout(report, 6000);
    }
    function report() {
      watch.disconnect();
      done({
        lamps: [...lit].toSorted(), signs: [...signs].toSorted(),
        payments: text('payments'), waiting: text('waiting'), meters: text('meters'), balanced: text('balanced'),
        round: text('round'), phase: text('phase'), seats: text('seats'), dealer: text('dealer'), board: text('board'),
        steps: text('steps'), notices: text('notices'), waits: text('waits'), alerts: text('alerts'),
      });
    }
    setTimeout(() => {
      look();
      document.querySelectorAll('#chain li, .led, #sign').forEach(lamp => watch.observe(lamp, { attributes: true }));
    }, 1000);
";

async fn seen(browser: &Browser) -> Value {
    let seen = browser.page.execute_async(SEEN, vec![]).await;
    seen.expect("a look at the page")
}

/// A royal and a straight flush in one round of Megalink 9, and a bet that is not taken.
async fn plays(engine: &str) -> Vec<(&'static str, Value)> {
    let browser = Browser::open("same", &["--engine", engine]).await;
    let mut all = vec![("before", seen(&browser).await)];
    browser.bets_on_two_awards().await;
    browser.lamps(5, 1).await;
    all.push(("bets", seen(&browser).await));
    browser.locks().await;
    browser.sign_shows("NO MORE BETS, $10,004.00").await;
    all.push(("locked", seen(&browser).await));
    browser.press("Deal the hands").await;
    browser.plays_to_the_river().await;
    all.push(("shown", seen(&browser).await));
    browser.settles().await;
    browser.sign_shows("PENDING: SEAT 3").await;
    all.push(("settled", seen(&browser).await));
    browser.turns_the_key().await;
    browser.click("#confirm").await;
    browser.sign_shows("PENDING: SEAT 1").await;
    all.push(("one confirmed", seen(&browser).await));
    browser.click("#confirm").await;
    browser.reads("waiting", "No award waits").await;
    browser.sign_shows("WIN: SEAT 1").await;
    browser.pays().await;
    browser.sign_shows("JACKPOT, $10,000.00").await;
    all.push(("paid", seen(&browser).await));
    browser.picture(&format!("13-same-{engine}")).await;
    browser.close().await;
    all
}

#[tokio::test]
async fn a_round_looks_the_same_with_the_host_and_with_the_image() {
    let (host, board) = (plays("host").await, plays("board").await);
    for ((step, host), (_, board)) in host.iter().zip(&board) {
        assert_eq!(host, board, "{step}");
        assert_eq!(host["notices"], "", "{step}");
    }
    assert_eq!(host.len(), board.len());
    let paid = host[4].1["payments"].as_str().expect("payments");
    assert!(paid.contains("$9,003.60 to seat 1, royal flush"), "{paid}");
}
