//! Network namespaces: one for each machine, and one that holds the bridge between them. No packet leaves them, and they
//! go with their owner.

use std::process::{self, Command};

/// The machines: three nodes of etcd, two pools, and the one of the tables, in which the test itself runs.
pub const MACHINES: [(&str, &str); 6] = [
    ("e0", "10.77.0.10"),
    ("e1", "10.77.0.11"),
    ("e2", "10.77.0.12"),
    ("p0", "10.77.0.20"),
    ("p1", "10.77.0.21"),
    ("tables", "10.77.0.30"),
];

/// The address of a machine.
pub fn address(machine: &str) -> &'static str {
    let found = MACHINES.iter().find(|(name, _)| *name == machine);
    found.expect("a machine").1
}

/// The machines of a run. Their names begin with this word.
#[derive(Clone)]
pub struct Network(pub String);

fn ip(words: &str) -> Result<(), String> {
    let output = Command::new("ip").args(words.split(' ')).output();
    let output = output.map_err(|error| format!("`ip` is missing (package iproute2): {error}"))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(format!(
            "ip {words}: {}",
            String::from_utf8_lossy(&output.stderr).trim()
        )),
    }
}

impl Network {
    /// Makes the machines and their network.
    pub fn create() -> Result<Network, String> {
        let network = Network(format!("cs{}", process::id()));
        network.build().inspect_err(|_| network.remove())?;
        Ok(network)
    }

    fn build(&self) -> Result<(), String> {
        let run = &self.0;
        ip(&format!("netns add {run}-hub"))?;
        ip(&format!("-n {run}-hub link add bridge type bridge"))?;
        ip(&format!("-n {run}-hub link set bridge up"))?;
        for (machine, address) in MACHINES {
            ip(&format!("netns add {run}-{machine}"))?;
            ip(&format!(
                "link add {machine} netns {run}-hub type veth peer name wire netns {run}-{machine}"
            ))?;
            ip(&format!("-n {run}-hub link set {machine} master bridge up"))?;
            ip(&format!("-n {run}-{machine} link set lo up"))?;
            ip(&format!(
                "-n {run}-{machine} addr add {address}/24 dev wire"
            ))?;
            ip(&format!("-n {run}-{machine} link set wire up"))?;
        }
        Ok(())
    }

    /// Removes all machines; their processes have ended.
    pub fn remove(&self) {
        let machines = MACHINES.iter().map(|(machine, _)| *machine);
        for machine in machines.chain(["hub"]) {
            // It may not be there.
            let _ = ip(&format!("netns del {}-{machine}", self.0));
        }
    }

    /// Runs a program on a machine. It ends with this process.
    pub fn on(&self, machine: &str) -> Command {
        let mut command = Command::new("setpriv");
        command.args(["--pdeathsig", "KILL", "ip", "netns", "exec"]);
        command.arg(format!("{}-{machine}", self.0));
        command
    }

    /// Cuts a machine off: its packets are lost in silence.
    pub fn cut(&self, machine: &str) {
        ip(&format!("-n {}-hub link set {machine} nomaster", self.0)).expect("a wire");
    }

    /// Connects it again.
    pub fn heal(&self, machine: &str) {
        ip(&format!(
            "-n {}-hub link set {machine} master bridge",
            self.0
        ))
        .expect("a wire");
    }
}
