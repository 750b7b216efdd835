//! The server of the pit: its own page, and beneath `/table/1/` and so on the pages of its tables.

use tokio::net::TcpListener;

use super::desk::{OpenPit, PitChannels};
use super::tables::PitTable;
use crate::table::connections::Patience;
use crate::table::server::{CSS, HTML, JS, PAGE, PageFile, page_routes, serve_pages};

/// The files that the pit has beside those of a table's page.
const PIT_PAGE: [PageFile; 3] = [
    ("/", HTML, include_str!("page/pit.html")),
    ("/pit.css", CSS, include_str!("page/pit.css")),
    ("/pit.js", JS, include_str!("page/pit.js")),
];

/// Serves until `end` comes.
///
/// # Errors
/// If the listener has no address.
pub async fn serve(
    listener: TcpListener,
    pit: &OpenPit,
    patience: Patience,
    end: impl Future<Output = ()> + Send + 'static,
) -> anyhow::Result<()> {
    let shared = PAGE.into_iter().filter(|(path, _, _)| *path != "/");
    let files: Vec<PageFile> = PIT_PAGE.into_iter().chain(shared).collect();
    let channels: PitChannels = pit.channels.clone();
    let mut router = page_routes("", &files, channels, patience);
    for PitTable { number, channels } in pit.tables.clone() {
        let under = format!("/table/{number}");
        router = router.merge(page_routes(&under, &PAGE, channels, patience));
    }
    serve_pages(listener, router, patience, end).await
}
