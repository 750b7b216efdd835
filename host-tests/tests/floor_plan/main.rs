//! The floor plan of the workspace: which crate may depend on which, and one meaning for each public name.
//!
//! All of it is read from the manifests and the sources, so it also holds for a source archive without git.

mod dependencies;
mod names;
mod workspace;
