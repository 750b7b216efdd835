//! The arguments of a pool whose log is in etcd, and its engine. A build without the feature `cluster` knows the
//! arguments, and says what is missing.

use std::path::PathBuf;

use clap::Args;

#[derive(Args)]
#[command(next_help_heading = "A pool on several machines (built with --features cluster)")]
pub(super) struct ClusterArguments {
    /// Keep the log in etcd instead of a file: the nodes, like http://10.0.0.1:2379, separated by commas
    #[arg(
        long,
        value_name = "URL",
        value_delimiter = ',',
        conflicts_with = "file"
    )]
    pub etcd: Vec<String>,
    /// The certificates, in PEM, of the authority that has signed those of the nodes
    #[arg(long, value_name = "FILE", requires = "etcd")]
    etcd_ca: Option<PathBuf>,
    /// The certificate, in PEM, by which the nodes know this pool
    #[arg(long, value_name = "FILE", requires_all = ["etcd", "etcd_key"])]
    etcd_cert: Option<PathBuf>,
    /// The key of that certificate
    #[arg(long, value_name = "FILE", requires = "etcd_cert")]
    etcd_key: Option<PathBuf>,
    /// The user of etcd; the password comes from a file, or from the environment: COINSPOT_ETCD_PASSWORD
    #[arg(long, value_name = "NAME", requires = "etcd")]
    etcd_user: Option<String>,
    /// The file that holds the password
    #[arg(long, value_name = "FILE", requires = "etcd_user")]
    etcd_password_file: Option<PathBuf>,
    /// The name of this pool among those that share the log; the address of --listen without it
    #[arg(long, value_name = "NAME", requires = "etcd")]
    pub name: Option<String>,
}

#[cfg(feature = "cluster")]
mod engine {
    use std::path::Path;
    use std::{env, fs};

    use anyhow::{Context, bail};
    use pit::etcd::{Candidate, Credentials, EtcdAccess, EtcdEngine, TlsIdentity};
    use pit::lead::Leadership;

    use super::ClusterArguments;
    use crate::commands::pool_log::{Level, LogFormat};

    const PASSWORD: &str = "COINSPOT_ETCD_PASSWORD";

    impl ClusterArguments {
        /// Connects to the log, and says what is known about the server.
        pub fn engine(&self, link: u32, log: LogFormat) -> anyhow::Result<EtcdEngine> {
            let engine = EtcdEngine::connect(self.access()?, link);
            let mut engine = engine.context("cannot open the log in etcd")?;
            let server = engine.server()?;
            let version = server.version;
            match server.flaw {
                Some(flaw) => log.write(Level::Warning, "etcd", &format!("etcd {version}: {flaw}")),
                None => log.write(
                    Level::Info,
                    "etcd",
                    &format!("etcd {version}: no flaw of it is known"),
                ),
            }
            Ok(engine)
        }

        /// Stands for election among the pools of this log.
        pub fn candidate(
            &self,
            link: u32,
            name: &str,
            leadership: Leadership,
        ) -> anyhow::Result<Candidate> {
            let candidate = Candidate::stand(self.access()?, link, name, leadership);
            candidate.context("cannot stand for election")
        }

        fn access(&self) -> anyhow::Result<EtcdAccess> {
            let identity = match (&self.etcd_cert, &self.etcd_key) {
                (Some(certificate), Some(key)) => Some(TlsIdentity {
                    certificate: read(certificate)?,
                    key: read(key)?,
                }),
                _ => None,
            };
            Ok(EtcdAccess {
                endpoints: self.etcd.clone(),
                authority: self.etcd_ca.as_deref().map(read).transpose()?,
                identity,
                credentials: self.credentials()?,
                patience: None,
            })
        }

        fn credentials(&self) -> anyhow::Result<Option<Credentials>> {
            let Some(name) = self.etcd_user.clone() else {
                return Ok(None);
            };
            let password = match (&self.etcd_password_file, env::var(PASSWORD)) {
                (Some(path), _) => {
                    let text = String::from_utf8(read(path)?);
                    text.with_context(|| format!("{} is no text", path.display()))?
                }
                (None, Ok(password)) => password,
                (None, Err(_)) => {
                    bail!(
                        "the password of {name} is missing: --etcd-password-file, or {PASSWORD} in the environment"
                    )
                }
            };
            let password = password.trim_end_matches(['\r', '\n']).to_owned();
            Ok(Some(Credentials { name, password }))
        }
    }

    fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
        fs::read(path).with_context(|| format!("cannot read {}", path.display()))
    }
}
