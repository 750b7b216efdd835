//! The wire to a table that is elsewhere: a serial port, or a socket. Reading never waits.

use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

use anyhow::Context;
use console::ByteLine;

/// The speed of the console's wire.
const BAUD: u32 = 115_200;

/// A socket has to open within this time.
const PATIENCE: Duration = Duration::from_secs(3);

/// Where a table is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Address {
    /// The path of a serial port.
    Serial(String),
    /// A host and a port.
    Socket(String),
}

impl std::fmt::Display for Address {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Address::Serial(path) => write!(f, "the serial port {path}"),
            Address::Socket(address) => write!(f, "{address}"),
        }
    }
}

impl std::str::FromStr for Address {
    type Err = std::convert::Infallible;

    /// A socket ends with the number of its port; anything else is the path of a serial port.
    fn from_str(text: &str) -> Result<Address, Self::Err> {
        let port = text.rsplit_once(':').map(|(_, port)| port);
        Ok(match port.and_then(|port| port.parse::<u16>().ok()) {
            Some(_) => Address::Socket(text.to_owned()),
            None => Address::Serial(text.to_owned()),
        })
    }
}

impl Address {
    /// Advice for somebody whose table does not answer there.
    pub const fn what_to_check(&self) -> &'static str {
        match self {
            Address::Serial(_) => {
                "check that the board has power, that the cable leads to its console's port, \
                 and that no other program uses the serial port"
            }
            Address::Socket(_) => {
                "check that a table runs behind the socket, and that no other console is connected to it"
            }
        }
    }

    /// Opens the wire.
    ///
    /// # Errors
    /// Says what is not there, and which serial ports are.
    pub fn open(&self) -> anyhow::Result<Box<dyn ByteLine + Send>> {
        match self {
            Address::Serial(path) => serial(path),
            Address::Socket(address) => socket(address),
        }
        .with_context(|| format!("cannot open {self}"))
    }
}

fn serial(path: &str) -> anyhow::Result<Box<dyn ByteLine + Send>> {
    let opened = serialport::new(path, BAUD).timeout(Duration::ZERO).open();
    Ok(Box::new(opened.with_context(there_are)?))
}

fn there_are() -> String {
    let ports = serialport::available_ports().unwrap_or_default();
    let names: Vec<String> = ports.into_iter().map(|port| port.port_name).collect();
    match names.is_empty() {
        true => "this machine has no serial ports".into(),
        false => format!("this machine has {}", names.join(", ")),
    }
}

fn socket(address: &str) -> anyhow::Result<Box<dyn ByteLine + Send>> {
    let mut addresses = address.to_socket_addrs()?;
    let first = addresses.next().context("no such host")?;
    let stream = TcpStream::connect_timeout(&first, PATIENCE)?;
    stream.set_nonblocking(true)?;
    stream.set_nodelay(true)?;
    Ok(Box::new(stream))
}
