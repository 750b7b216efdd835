//! The table around the chip: the same simulated felt, sign and console as on the host, with the image in between.

mod engine;
mod line_end;
mod noise;
mod sign_wires;
mod signed;
mod wires;

pub use engine::{BoardEngine, IMAGE, STACK, image_path, key_page};
pub use line_end::LineEnd;
pub use noise::{Hit, Noise};
pub use sign_wires::{SignWires, TEST_BUTTON};
pub use signed::{OneBoard, SIGN_IMAGE, SignCable, SignedSnapshot, SignedTable, sign_image_path};
pub use wires::TableWires;
