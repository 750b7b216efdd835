//! `coinspot sign`: the sign's picture for a message, as dots in a terminal or a PNG file.

use std::io::{self, Write};

use embedded_graphics::geometry::Point;
use shared_rules::games::{Award, Game};
use shared_rules::wire::sign::SignPicture;
use sign::{Colour, Screen, Sign};

/// The sign's dots and text, `after_ms` after a message came and with the link still up.
pub fn screen(picture: SignPicture, after_ms: u64) -> (Screen, String) {
    let mut sign = Sign::new(0);
    sign.hear(picture, 0);
    sign.heartbeat(after_ms);
    let mut screen = Screen::new();
    let Ok(()) = sign.draw(after_ms, &mut screen);
    (screen, sign.lines(after_ms).to_string())
}

/// The awards that a sign can name, each with the name used wherever awards are written out.
pub fn awards() -> Vec<(&'static str, Award)> {
    let rows = Game::ALL
        .iter()
        .flat_map(|game| game.rules().progressive.awards);
    let mut awards: Vec<(&str, Award)> = rows.map(|row| (row.award.name(), row.award)).collect();
    awards.sort_by_key(|(name, _)| *name);
    awards.dedup_by_key(|(name, _)| *name);
    awards
}

/// Writes a picture with so many pixels a dot.
///
/// # Errors
/// If the output cannot be written.
pub fn write_png(screen: &Screen, scale: u32, output: impl Write) -> io::Result<()> {
    let (width, height) = (Screen::WIDTH * scale, Screen::HEIGHT * scale);
    let mut pixels = Vec::with_capacity((width * height * 3) as usize);
    for y in 0..height {
        for x in 0..width {
            let at = Point::new((x / scale).cast_signed(), (y / scale).cast_signed());
            let colour = screen.dot(at).unwrap_or(Colour::Off);
            let in_dot = is_in_dot(x % scale, y % scale, scale);
            pixels.extend(if in_dot { rgb(colour) } else { [10, 8, 6] });
        }
    }
    let mut encoder = png::Encoder::new(output, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixels)?;
    Ok(writer.finish()?)
}

/// A dot is round and fills most of its square.
const fn is_in_dot(x: u32, y: u32, scale: u32) -> bool {
    // Twice the distances from the middle, so that everything is whole.
    let (dx, dy) = ((2 * x + 1).abs_diff(scale), (2 * y + 1).abs_diff(scale));
    let radius = scale * 9 / 10;
    dx * dx + dy * dy <= radius * radius
}

const fn rgb(colour: Colour) -> [u8; 3] {
    match colour {
        Colour::Off => [36, 29, 22],
        Colour::Red => [255, 64, 48],
        Colour::Green => [59, 228, 119],
        Colour::Amber => [255, 176, 46],
    }
}
