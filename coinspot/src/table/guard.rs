//! Access to the page's server: programs on this machine, and pages that came from it. A foreign page cannot reach it,
//! neither by a request (`Origin`) nor by a name that it lets point here (`Host`).

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// The names under which the page is known, with its port.
#[derive(Clone, Debug)]
pub struct Names(Vec<String>);

impl Names {
    /// The names of a server at this port.
    pub fn of_port(port: u16) -> Names {
        let hosts = ["127.0.0.1", "localhost"];
        Names(hosts.map(|host| format!("{host}:{port}")).into())
    }

    /// Admits a request that came by one of the names, from a page of ours or from no page at all.
    fn admit(&self, headers: &HeaderMap) -> Result<(), &'static str> {
        let host = headers.get(header::HOST).map(HeaderValue::as_bytes);
        if !self.0.iter().any(|name| Some(name.as_bytes()) == host) {
            return Err("this table answers to 127.0.0.1 and localhost only\n");
        }
        let Some(origin) = headers.get(header::ORIGIN) else {
            return Ok(());
        };
        let ours = |name: &String| format!("http://{name}").as_bytes() == origin.as_bytes();
        match self.0.iter().any(ours) {
            true => Ok(()),
            false => Err("this table answers to its own page only\n"),
        }
    }
}

/// Nothing from elsewhere is loaded, and only a page of this server may frame another one, as the pit's does.
const POLICY: &str =
    "default-src 'self'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'";

/// Turns strangers away, and tells the browser to keep to the page.
pub async fn guard(State(names): State<Names>, request: Request, next: Next) -> Response {
    let mut response = match names.admit(request.headers()) {
        Ok(()) => next.run(request).await,
        Err(why) => (StatusCode::FORBIDDEN, why).into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}
