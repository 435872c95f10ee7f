//! What four typical items expand to, as files that a person can read.
//!
//! `golden/NAME.rs` is the item, `golden/NAME.expanded.rs` what is written for it. Set `BLESS=1` to
//! write these anew, on purpose.

use crate::{check, expand};
use std::path::Path;
use syn::DeriveInput;

fn expand(name: &str) -> (String, std::path::PathBuf) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden");
    let item = std::fs::read_to_string(folder.join(format!("{name}.rs"))).unwrap();
    let input: DeriveInput = syn::parse_str(&item).unwrap();
    let tokens = if item.contains("derive(Move") {
        expand::moves::expand(&check::moves(&input).ok().expect("an item without mistakes"))
    } else {
        expand::state::expand(&check::state(&input).ok().expect("an item without mistakes"))
    };
    let text = prettyplease::unparse(&syn::parse2(tokens).unwrap());
    (text, folder.join(format!("{name}.expanded.rs")))
}

fn golden(name: &str) {
    let (text, path) = expand(name);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(text == expected, "{} differs; it would be\n{text}", path.display());
}

#[test]
fn a_move_of_literals() {
    golden("move_of_literals");
}

#[test]
fn a_move_that_depends_on_the_state() {
    golden("move_of_state");
}

#[test]
fn a_sparse_state() {
    golden("state_sparse");
}

#[test]
fn a_layered_state() {
    golden("state_layered");
}
