//! Expansions of checked models; they cannot fail.

pub(crate) mod finite;
pub(crate) mod moves;
pub(crate) mod state;
