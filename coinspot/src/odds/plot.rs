//! A plot in SVG: axes with round numbers, lines, areas and marks.

use std::fmt::Write;

/// A plot's place on the sheet and the ranges of its axes.
pub(super) struct Plot {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) x_max: f64,
    pub(super) y_max: f64,
    pub(super) out: String,
}

/// The size of what is between the axes.
pub(super) const WIDTH: f64 = 360.0;
pub(super) const HEIGHT: f64 = 220.0;

pub(super) const INK: &str = "#1f2933";
pub(super) const FAINT: &str = "#d9dee3";
pub(super) const BLUE: &str = "#1f6feb";
pub(super) const RED: &str = "#d1495b";

impl Plot {
    pub(super) fn new(left: f64, top: f64, x_max: f64, y_max: f64) -> Plot {
        Plot {
            left,
            top,
            x_max,
            y_max,
            out: String::new(),
        }
    }

    fn x(&self, x: f64) -> f64 {
        self.left + WIDTH * (x / self.x_max).clamp(0.0, 1.0)
    }

    fn y(&self, y: f64) -> f64 {
        self.top + HEIGHT * (1.0 - (y / self.y_max).clamp(0.0, 1.0))
    }

    fn put(&mut self, element: &str) {
        // Writing to a string does not fail.
        let _ = writeln!(self.out, "  {element}");
    }

    pub(super) fn title(&mut self, title: &str) {
        let (x, y) = (self.left, self.top - 14.0);
        self.put(&format!(
            r#"<text x="{x:.1}" y="{y:.1}" font-weight="600" fill="{INK}">{title}</text>"#
        ));
    }

    /// Lines across at round numbers, each with its label.
    pub(super) fn y_axis(&mut self, label: impl Fn(f64) -> String) {
        for value in ticks(self.y_max) {
            let (x1, x2, y) = (self.left, self.left + WIDTH, self.y(value));
            self.put(&format!(
                r#"<path d="M{x1:.1} {y:.1}H{x2:.1}" stroke="{FAINT}"/>"#
            ));
            self.text(x1 - 8.0, y + 4.0, "end", &label(value));
        }
    }

    /// Labels below at round numbers.
    pub(super) fn x_axis(&mut self, label: impl Fn(f64) -> String) {
        for value in ticks(self.x_max) {
            let (x, y) = (self.x(value), self.top + HEIGHT);
            self.put(&format!(r#"<path d="M{x:.1} {y:.1}v5" stroke="{INK}"/>"#));
            self.text(x, y + 20.0, "middle", &label(value));
        }
        let (x, y) = (self.left, self.top + HEIGHT);
        self.put(&format!(
            r#"<path d="M{x:.1} {y:.1}h{WIDTH}" stroke="{INK}"/>"#
        ));
    }

    fn text(&mut self, x: f64, y: f64, anchor: &str, text: &str) {
        self.put(&format!(
            r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}" fill="{INK}">{text}</text>"#
        ));
    }

    fn points(&self, points: &[(f64, f64)]) -> String {
        let points = points
            .iter()
            .map(|(x, y)| format!("{:.1} {:.1}", self.x(*x), self.y(*y)));
        points.collect::<Vec<_>>().join("L")
    }

    pub(super) fn line(&mut self, points: &[(f64, f64)], colour: &str) {
        let points = self.points(points);
        self.put(&format!(
            r#"<path d="M{points}" fill="none" stroke="{colour}" stroke-width="2"/>"#
        ));
    }

    /// The area between a line and the axis.
    pub(super) fn area(&mut self, points: &[(f64, f64)], colour: &str) {
        let below = |point: Option<&(f64, f64)>| point.map_or((0.0, 0.0), |(x, _)| (*x, 0.0));
        let closed = [&[below(points.first())], points, &[below(points.last())]].concat();
        let points = self.points(&closed);
        self.put(&format!(
            r#"<path d="M{points}Z" fill="{colour}" fill-opacity="0.15"/>"#
        ));
    }

    /// A dashed line up from the axis with a label so far below its top.
    pub(super) fn mark(&mut self, x: f64, below: f64, label: &str, colour: &str) {
        let (at, top, bottom) = (self.x(x), self.top, self.top + HEIGHT);
        self.put(&format!(
            r#"<path d="M{at:.1} {bottom:.1}V{top:.1}" stroke="{colour}" stroke-dasharray="4 3"/>"#
        ));
        let (x, anchor) = match at > self.left + 0.6 * WIDTH {
            true => (at - 6.0, "end"),
            false => (at + 6.0, "start"),
        };
        let y = top + 12.0 + below;
        self.put(&format!(
            r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}" fill="{colour}">{label}</text>"#
        ));
    }
}

/// Round numbers from 0 to `max`: four to eight of them.
fn ticks(max: f64) -> Vec<f64> {
    let power = 10_f64.powf((max / 4.0).log10().floor());
    let steps = [1.0, 2.0, 2.5, 5.0].map(|step| step * power);
    let step = steps
        .into_iter()
        .rfind(|step| *step <= max / 4.0)
        .unwrap_or(power);
    (0_u32..)
        .map(|tick| f64::from(tick) * step)
        .take_while(|tick| *tick <= max * 1.0001)
        .collect()
}
