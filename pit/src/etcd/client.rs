//! Calls to etcd's HTTP gateway: JSON in, JSON out, over any of several endpoints.

use std::fmt;
use std::io::{BufRead, BufReader};
use std::time::{Duration, Instant};

use serde::Serialize;
use serde_json::{Value, json};
use ureq::tls::{Certificate, RootCerts, TlsConfig};
use ureq::{Agent, Error};

use super::words::{RESOURCE_EXHAUSTED, UNAUTHENTICATED};
use crate::engine::EngineTrouble;

/// An endpoint that does not accept a connection within this time is passed over.
const CONNECT: Duration = Duration::from_millis(500);

/// A call takes at most this long. An election of etcd takes about two seconds.
const CALL: Duration = Duration::from_secs(5);

/// The way to a cluster.
#[derive(Clone, Debug, Default)]
pub struct EtcdAccess {
    /// `http://host:port` or `https://host:port`, of any or all nodes.
    pub endpoints: Vec<String>,
    /// The certificates, in PEM, of whoever has signed the nodes' certificates.
    pub authority: Option<Vec<u8>>,
    /// The user, if the cluster asks for one.
    pub credentials: Option<Credentials>,
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
        if access.endpoints.is_empty() {
            return Err(EngineTrouble::Unreachable(
                "no endpoint is named".to_owned(),
            ));
        }
        let mut config = Agent::config_builder()
            .timeout_connect(Some(CONNECT))
            .timeout_global(Some(CALL))
            .http_status_as_error(false);
        if let Some(pem) = &access.authority {
            config = config.tls_config(trusting(pem)?);
        }
        Ok(Client {
            agent: config.build().into(),
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

    /// Reads the lines of a watch until one is awaited, at most this long. The caller looks again in either case.
    pub(super) fn watch(
        &mut self,
        watch: &Value,
        wait: Duration,
        is_awaited: impl Fn(&Value) -> bool,
    ) -> Result<(), Failure> {
        let end = Instant::now() + wait;
        self.sign_in()?;
        self.over_any_endpoint(|client, base| {
            let left = end
                .saturating_duration_since(Instant::now())
                .max(Duration::from_millis(1));
            let mut request = client.agent.post(format!("{base}/v3/watch"));
            if let Some(token) = &client.token {
                request = request.header("Authorization", token);
            }
            let request = request.config().timeout_global(Some(left)).build();
            let answer = match request.send_json(watch) {
                Ok(answer) => answer,
                Err(Error::Timeout(_)) => return Ok(()),
                Err(error) => return Err(failure_of(&error)),
            };
            let lines = BufReader::new(answer.into_body().into_reader()).lines();
            let mut values = lines
                .map_while(Result::ok)
                .filter_map(|line| serde_json::from_str(&line).ok());
            values.any(|value| is_awaited(&value));
            Ok(())
        })
    }
}

fn trusting(pem: &[u8]) -> Result<TlsConfig, EngineTrouble> {
    let certificates =
        ureq::tls::parse_pem(pem)
            .filter_map(Result::ok)
            .filter_map(|item| match item {
                ureq::tls::PemItem::Certificate(certificate) => Some(certificate),
                _ => None,
            });
    let certificates: Vec<Certificate<'static>> = certificates.collect();
    if certificates.is_empty() {
        return Err(EngineTrouble::Other(
            "the file of the authority has no certificate".to_owned(),
        ));
    }
    let roots = RootCerts::from(certificates);
    Ok(TlsConfig::builder().root_certs(roots).build())
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
