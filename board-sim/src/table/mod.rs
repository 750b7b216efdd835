//! The table around the chip: the same simulated felt, sign and console as on the host, with the image in between.

mod engine;
mod noise;
mod wires;

pub use engine::{BoardEngine, IMAGE, STACK, image_path, key_page};
pub use noise::{Hit, Noise};
pub use wires::TableWires;
