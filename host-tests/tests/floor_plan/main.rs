//! The floor plan of the workspace: which crate may depend on which, one meaning for each public name, and plain prose.
//!
//! All of it is read from the manifests and the sources, so it also holds for a source archive without git.

mod architecture;
mod dependencies;
mod names;
mod prose;
mod workspace;
