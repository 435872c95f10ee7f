//! Faults that people met in other derives, each under the name of its kind. (Those of hygiene and of
//! visibility are in `hygiene.rs`, those of messages in `ui/`, those of the crate's path in `renamed/`.)
#![allow(dead_code, missing_docs)]

use stonegame_core::{Finite, Move};

/// A type of three values.
#[derive(Move, Clone, Copy, Debug, PartialEq)]
pub enum Three {
    A,
    B,
    C,
}

#[test]
fn derive_generics() {
    #[derive(Move, Clone, Debug, PartialEq)]
    enum M<T>
    where
        T: Clone,
    {
        A(T),
        Pass,
    }
    assert_eq!(M::<Three>::COUNT, 4);
    assert_eq!(M::<Three>::all().next_back(), Some(M::Pass));
}

#[test]
fn derive_const_generics() {
    #[derive(Move, Clone, Copy, Debug, PartialEq)]
    struct Idx<const N: usize>(#[moves(0..N)] usize);
    #[derive(Move, Clone, Copy, Debug, PartialEq)]
    enum M<const N: usize = 3> {
        Take(Idx<N>),
        Pass,
    }
    assert_eq!((M::<5>::COUNT, M::<0>::COUNT), (6, 1));
    assert!(M::<0>::all().eq([M::Pass]));
    assert!(<M>::all().eq([M::Take(Idx(0)), M::Take(Idx(1)), M::Take(Idx(2)), M::Pass]));
}

#[test]
fn derive_empty() {
    #[derive(Move, Clone, Debug, PartialEq)]
    enum Never {}
    #[derive(Move, Clone, Debug, PartialEq)]
    enum M {
        A,
        B(Never),
        C(Three, Never),
    }
    assert_eq!((Never::COUNT, M::COUNT), (0, 1));
    assert!(Never::all().next().is_none());
    assert!(M::all().eq([M::A]));
}

#[test]
fn derive_hygiene() {
    #[derive(Move, Clone, Debug, PartialEq)]
    struct Names {
        self_: bool,
        state: bool,
        moves: Three,
        #[moves(0..2)]
        out: u8,
        #[moves(0..1)]
        i: u8,
        #[moves(0..1)]
        n: u8,
        #[moves(0..1)]
        idx: u8,
        #[moves(0..1)]
        acc: u8,
        #[moves(0..1)]
        value: u8,
        #[moves(0..1)]
        f: u8,
        #[moves(0..1)]
        hasher: u8,
        #[moves(0..1)]
        other: u8,
        #[moves(0..1)]
        m: u8,
    }
    #[derive(Move, Clone, Debug, PartialEq)]
    enum Variants {
        Struct {
            self_: bool,
            game: Three,
            #[moves(0..2)]
            state: u8,
        },
    }
    assert_eq!((Names::COUNT, Variants::COUNT), (2 * 2 * 3 * 2, 2 * 3 * 2));
    for (i, names) in Names::all().enumerate() {
        assert_eq!(names.index(), Some(i));
    }
}

#[test]
fn derive_iterator_end() {
    let mut all = Three::all();
    assert_eq!(all.by_ref().count(), 3);
    for _ in 0..3 {
        assert_eq!(all.next(), None);
    }
    assert_eq!(all.size_hint(), (0, Some(0)));
    assert_eq!(Three::all().nth(usize::MAX), None);
    assert!(Three::all().rev().eq([Three::C, Three::B, Three::A]));
    assert_eq!(Three::all().len(), 3);
}

#[test]
fn derive_non_exhaustive() {
    assert_eq!(stonegame_renamed::Open::all().count(), 2);
}

/// A file of very many variants is checked by the compiler in a time that grows with their number.
#[test]
fn derive_compile_time() {
    use std::fmt::Write;
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let mut items = String::new();
    for count in [64, 1000] {
        write!(
            items,
            "#[derive(stonegame_core::Move, Clone, Copy, Debug, PartialEq)] pub enum Of{count} {{"
        )
        .unwrap();
        for i in 0..count {
            write!(items, "V{i},").unwrap();
        }
        items.push_str("}\n");
    }
    let main = "fn main() { use stonegame_core::Finite; let all: Vec<_> = Of1000::all().collect(); \
                assert!(all.len() == 1000 && all[999] == Of1000::V999 && Of64::COUNT == 64); }";
    let path = folder.join("many.rs");
    std::fs::write(&path, format!("{items}{main}")).unwrap();
    trybuild::TestCases::new().pass(path);
}
