//! What the derives say of mistakes. `TRYBUILD=overwrite cargo test --test ui` writes the messages anew.
#![allow(missing_docs)]

#[test]
fn mistakes_teach() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
