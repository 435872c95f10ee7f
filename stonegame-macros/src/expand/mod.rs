//! Expansions of checked models; they cannot fail.

mod finite;
pub(crate) mod moves;
pub(crate) mod state;
