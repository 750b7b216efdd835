//! The peripherals one by one, against the reference manual.

mod dma;
mod flash;
mod gpio;
mod iwdg;
mod options;
mod pwr;
mod rcc;
mod rng;
mod spi;
mod tim2;
mod tim3;
mod tim6;
mod usart;
