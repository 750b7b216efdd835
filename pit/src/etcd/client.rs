//! Calls to etcd's HTTP gateway: JSON in, JSON out, over any of several endpoints.

use std::fmt;
use std::time::Duration;

use serde::Serialize;
use serde_json::{Value, json};
use ureq::tls::{Certificate, ClientCert, PemItem, PrivateKey, RootCerts, TlsConfig};
use ureq::{Agent, Error};

use super::words::{RESOURCE_EXHAUSTED, UNAUTHENTICATED};
use crate::engine::EngineTrouble;

/// An endpoint that does not accept a connection within this time is passed over.
const CONNECT: Duration = Duration::from_millis(500);

/// A call takes at most this long. A node that was stopped or cut off is left after it, and an election of etcd takes
/// between one and two seconds.
const CALL: Duration = Duration::from_secs(2);

/// The way to a cluster.
#[derive(Clone, Debug, Default)]
pub struct EtcdAccess {
    /// `http://host:port` or `https://host:port`, of any or all nodes.
    pub endpoints: Vec<String>,
    /// The certificates, in PEM, of whoever has signed the nodes' certificates.
    pub authority: Option<Vec<u8>>,
    /// The certificate, in PEM, by which the cluster knows this program, and its key.
    pub identity: Option<TlsIdentity>,
    /// The user, if the cluster asks for one.
    pub credentials: Option<Credentials>,
    /// The longest time for a call, if it is not the usual one.
    pub patience: Option<Duration>,
}

/// A certificate with its key, in PEM. The key is not printed.
#[derive(Clone)]
pub struct TlsIdentity {
    /// The certificate, and those that lead to the authority.
    pub certificate: Vec<u8>,
    /// The key.
    pub key: Vec<u8>,
}

impl fmt::Debug for TlsIdentity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TlsIdentity")
    }
}

/// A user of the cluster. The password is not printed.
#[derive(Clone)]
pub struct Credentials {
    /// The name.
    pub name: String,
    /// The password.
    pub password: String,
}

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Credentials of {}", self.name)
    }
}

/// The reason why a call has no answer.
#[derive(Debug)]
pub(super) enum Failure {
    /// No endpoint accepts a connection: nothing was sent.
    NotSent(String),
    /// It may have been carried out.
    NoAnswer(String),
    /// etcd refuses it.
    Refused { code: i64, words: String },
}

impl Failure {
    pub(super) fn trouble(self) -> EngineTrouble {
        match self {
            Failure::NotSent(why) | Failure::NoAnswer(why) => EngineTrouble::Unreachable(why),
            Failure::Refused {
                code: RESOURCE_EXHAUSTED,
                words,
            } if words.contains("space") => EngineTrouble::Full,
            Failure::Refused { words, .. } => EngineTrouble::Other(format!("etcd: {words}")),
        }
    }
}

#[derive(Debug)]
pub(super) struct Client {
    agent: Agent,
    access: EtcdAccess,
    /// The endpoint that has answered last.
    current: usize,
    token: Option<String>,
}

impl Client {
    pub(super) fn new(access: EtcdAccess) -> Result<Client, EngineTrouble> {
        let patience = access.patience.unwrap_or(CALL);
        Client::with_patience(access, patience)
    }

    /// A client whose calls take at most this long.
    pub(super) fn with_patience(
        access: EtcdAccess,
        patience: Duration,
    ) -> Result<Client, EngineTrouble> {
        if access.endpoints.is_empty() {
            return Err(EngineTrouble::Unreachable(
                "no endpoint is named".to_owned(),
            ));
        }
        let config = Agent::config_builder()
            .timeout_connect(Some(CONNECT.min(patience)))
            .timeout_global(Some(patience))
            .http_status_as_error(false)
            .tls_config(tls_of(&access)?)
            .build();
        Ok(Client {
            agent: config.into(),
            access,
            current: 0,
            token: None,
        })
    }

    pub(super) fn get(&mut self, path: &str) -> Result<Value, Failure> {
        self.over_any_endpoint(|client, base| {
            let answer = client.agent.get(format!("{base}{path}")).call();
            read_answer(answer)
        })
    }

    /// Calls a method, after signing in where that is asked for.
    pub(super) fn post(&mut self, path: &str, body: &impl Serialize) -> Result<Value, Failure> {
        self.sign_in()?;
        match self.post_once(path, body) {
            // Tokens expire.
            Err(Failure::Refused {
                code: UNAUTHENTICATED,
                ..
            }) if self.token.take().is_some() => {
                self.sign_in()?;
                self.post_once(path, body)
            }
            answer => answer,
        }
    }

    fn post_once(&mut self, path: &str, body: &impl Serialize) -> Result<Value, Failure> {
        self.over_any_endpoint(|client, base| {
            let mut request = client.agent.post(format!("{base}{path}"));
            if let Some(token) = &client.token {
                request = request.header("Authorization", token);
            }
            read_answer(request.send_json(body))
        })
    }

    fn sign_in(&mut self) -> Result<(), Failure> {
        let (None, Some(Credentials { name, password })) = (&self.token, &self.access.credentials)
        else {
            return Ok(());
        };
        let answer = self.post_once(
            "/v3/auth/authenticate",
            &json!({"name": name, "password": password}),
        )?;
        self.token = answer
            .get("token")
            .and_then(Value::as_str)
            .map(str::to_owned);
        Ok(())
    }

    /// Tries the endpoint that answered last, then the others as long as nothing has been sent.
    fn over_any_endpoint<T>(
        &mut self,
        call: impl Fn(&Client, &str) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let count = self.access.endpoints.len();
        let mut failure = Failure::NotSent("no endpoint is named".to_owned());
        for _ in 0..count {
            let base = self
                .access
                .endpoints
                .get(self.current)
                .cloned()
                .unwrap_or_default();
            match call(self, base.trim_end_matches('/')) {
                Err(Failure::NotSent(why)) => failure = Failure::NotSent(format!("{base}: {why}")),
                // The next call goes to another node, since this one may be cut off.
                Err(Failure::NoAnswer(why)) => {
                    self.current = (self.current + 1) % count;
                    return Err(Failure::NoAnswer(format!("{base}: {why}")));
                }
                answer => return answer,
            }
            self.current = (self.current + 1) % count;
        }
        Err(failure)
    }
}

fn tls_of(access: &EtcdAccess) -> Result<TlsConfig, EngineTrouble> {
    let mut config = TlsConfig::builder();
    if let Some(pem) = &access.authority {
        let roots = certificates(pem, "the authority")?;
        config = config.root_certs(RootCerts::from(roots));
    }
    if let Some(TlsIdentity { certificate, key }) = &access.identity {
        let chain = certificates(certificate, "the client's certificate")?;
        let key = PrivateKey::from_pem(key).map_err(|_| {
            EngineTrouble::Other("the file of the client's key has no key".to_owned())
        })?;
        config = config.client_cert(Some(ClientCert::new_with_certs(&chain, key)));
    }
    Ok(config.build())
}

fn certificates(pem: &[u8], whose: &str) -> Result<Vec<Certificate<'static>>, EngineTrouble> {
    let items = ureq::tls::parse_pem(pem).filter_map(Result::ok);
    let certificates: Vec<_> = items
        .filter_map(|item| match item {
            PemItem::Certificate(certificate) => Some(certificate),
            _ => None,
        })
        .collect();
    if certificates.is_empty() {
        let words = format!("the file of {whose} has no certificate");
        return Err(EngineTrouble::Other(words));
    }
    Ok(certificates)
}

fn read_answer(answer: Result<ureq::http::Response<ureq::Body>, Error>) -> Result<Value, Failure> {
    let mut answer = answer.map_err(|error| failure_of(&error))?;
    let is_good = answer.status().is_success();
    let value: Value = answer
        .body_mut()
        .read_json()
        .map_err(|error| Failure::NoAnswer(error.to_string()))?;
    if is_good {
        return Ok(value);
    }
    let code = value.get("code").and_then(Value::as_i64).unwrap_or(0);
    let words = value
        .get("error")
        .and_then(Value::as_str)
        .unwrap_or("no reason given");
    Err(Failure::Refused {
        code,
        words: words.to_owned(),
    })
}

fn failure_of(error: &Error) -> Failure {
    let words = error.to_string();
    match error {
        Error::ConnectionFailed
        | Error::HostNotFound
        | Error::Timeout(ureq::Timeout::Connect | ureq::Timeout::Resolve) => {
            Failure::NotSent(words)
        }
        Error::Io(io) if io.kind() == std::io::ErrorKind::ConnectionRefused => {
            Failure::NotSent(words)
        }
        _ => Failure::NoAnswer(words),
    }
}
