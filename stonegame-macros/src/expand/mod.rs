//! Expansions of checked models; they cannot fail.

pub(crate) mod moves;
pub(crate) mod state;
