//! Expansions see no name of the user's, and show none of theirs.
#![allow(missing_docs, dead_code)]

/// Everything of the prelude shadowed, and none of it there.
mod shadowed {
    #![no_implicit_prelude]

    pub enum Option {
        A,
        B,
    }
    pub struct Vec;
    pub struct String;
    pub struct Box;
    pub type Result<T> = ::core::marker::PhantomData<T>;
    pub trait Iterator {}
    pub trait Clone {}
    pub trait Into {}
    pub fn drop() {}
    #[allow(non_camel_case_types)]
    pub struct usize;
    #[allow(non_snake_case)]
    pub fn Some() {}
    #[allow(non_upper_case_globals)]
    pub const None: u8 = 0;

    pub struct Rules;

    #[derive(
        ::stonegame_core::State,
        ::core::clone::Clone,
        ::core::marker::Copy,
        ::core::fmt::Debug,
        ::core::cmp::PartialEq,
        ::core::cmp::Eq,
        ::core::hash::Hash,
    )]
    #[state(game = Rules)]
    pub struct At {
        #[state(layer, 0..=3)]
        pub game_: u32,
        #[state(0..2)]
        pub r#type: u8,
        #[state(0..2)]
        pub field0: u8,
        pub self_: bool,
    }

    #[derive(
        ::stonegame_core::Move, ::core::clone::Clone, ::core::fmt::Debug, ::core::cmp::PartialEq,
    )]
    #[moves(game = Rules)]
    pub enum Turn {
        Some {
            #[moves(1..=2)]
            visit: u32,
            #[moves(0..visit)]
            f: u32,
        },
        Ok(#[moves(state.game_..=state.game_)] u32, #[moves(0.._0)] u32),
        None,
    }

    #[derive(
        ::stonegame_core::Move, ::core::clone::Clone, ::core::fmt::Debug, ::core::cmp::PartialEq,
    )]
    pub struct Counted {
        #[moves(1..=2)]
        pub index: u32,
        pub value: bool,
        #[moves(0..2)]
        pub number: u8,
        #[moves(0..2)]
        pub start: u8,
        #[moves(0..1)]
        pub digit: u8,
    }

    impl ::stonegame_core::Game for Rules {
        type State = At;
        type Move = Turn;
        type Value = i32;
        fn start(&self) -> At {
            At { game_: 3, r#type: 0, field0: 0, self_: false }
        }
        fn play(
            &self,
            at: &At,
            turn: &Turn,
        ) -> ::core::option::Option<::stonegame_core::Step<Self>> {
            let by = match turn {
                Turn::Some { visit, .. } => *visit,
                Turn::Ok(a, b) => a - b,
                Turn::None => 1,
            };
            let next = At { game_: at.game_.checked_sub(by)?, ..*at };
            ::core::option::Option::Some(::stonegame_core::Step::to(next).gain(by as i32))
        }
    }
}

/// Methods of the names that an expansion might be tempted to call, on everything.
mod blanket {
    pub trait Tempting {
        fn get(&self) {}
        fn next(&self) {}
        fn apply(&self) {}
        fn each(&self) {}
        fn value(&self) {}
        fn clone(&self) {}
        fn into(&self) {}
        fn space(&self) {}
        fn nth(&self) {}
        fn index(&self) {}
    }
    impl<T> Tempting for T {}
}

mod tempted {
    #[allow(unused_imports)]
    use super::blanket::Tempting;
    use stonegame_core::{Game, Move, State, Step};

    pub struct Rules;

    #[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct At {
        #[state(layer, 0..4u8)]
        pub state: u8,
        #[state(0..3u8)]
        pub moves: u8,
    }

    #[derive(Move, Clone, Copy, Debug, PartialEq)]
    pub enum Kind {
        A,
        B,
    }

    // Fields named as what an expression could mean: the field before it wins.
    #[derive(Move, Clone, Copy, Debug, PartialEq)]
    #[moves(game = Rules)]
    pub struct Turn {
        #[moves(1..=state.state)]
        pub n: u8,
        pub i: Kind,
        #[moves([5u8, 6])]
        pub state: u8,
        #[moves(state..=6)]
        pub out: u8,
    }

    impl Game for Rules {
        type State = At;
        type Move = Turn;
        type Value = i32;
        fn start(&self) -> At {
            At { state: 3, moves: 0 }
        }
        fn play(&self, at: &At, turn: &Turn) -> Option<Step<Self>> {
            let state = at.state.checked_sub(turn.n)?;
            Some(Step::to(At { state, ..*at }).gain(i32::from(turn.out)))
        }
    }
}

#[test]
fn shadowed_names_are_not_seen() {
    use stonegame_core::{Finite, Game, Move};
    let rules = shadowed::Rules;
    let mut all = vec![];
    let _ = shadowed::Turn::each(&rules, &rules.start(), |turn| {
        all.push(turn);
        std::ops::ControlFlow::<()>::Continue(())
    });
    assert_eq!(all.len(), 1 + 2 + 3 + 1);
    assert!(stonegame_core::value(&rules).is_ok());
    assert_eq!(shadowed::Counted::COUNT, 2 * 2 * 2 * 2);
    for (i, counted) in shadowed::Counted::all().enumerate() {
        assert_eq!(Finite::index(&counted), Some(i));
    }
}

#[test]
fn methods_in_scope_are_not_called() {
    use stonegame_core::Game;
    let solution = stonegame_core::solve(&tempted::Rules).unwrap();
    // Of three, by one to three: each a kind, and (5, 5), (5, 6), (6, 6).
    assert_eq!(solution.moves(&tempted::Rules.start()).unwrap().len(), 3 * 2 * 3);
}

#[test]
fn inside_a_function() {
    use stonegame_core::prelude::*;
    struct Rules;
    #[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
    struct At(#[state(layer, 0..=2u8)] u8);
    #[derive(Move, Clone, Copy, Debug)]
    enum Down {
        One,
    }
    impl Game for Rules {
        type State = At;
        type Move = Down;
        type Value = WinLoss;
        fn start(&self) -> At {
            At(2)
        }
        fn play(&self, at: &At, Down::One: &Down) -> Option<Step<Self>> {
            Some(Step::to(At(at.0.checked_sub(1)?)))
        }
    }
    assert_eq!(value(&Rules), Ok(WinLoss::Loss));
}

/// Every visibility; none of these is more public than its parts.
mod visible {
    pub mod inner {
        use stonegame_core::{Move, State};
        #[derive(Move, Clone, Copy, Debug, PartialEq, Eq, Hash)]
        struct Private {
            flag: bool,
        }
        #[derive(Move, Clone, Copy, Debug, PartialEq)]
        pub(super) struct Super(Private);
        #[derive(Move, Clone, Copy, Debug, PartialEq)]
        pub(crate) enum Crate {
            #[allow(private_interfaces)]
            A(bool),
        }
        #[derive(Move, Clone, Copy, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum Public {
            A,
            B,
        }
        #[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub(in super::super) struct Within(u8);
        /// A public state with a field of a private type, whose positions are numbered.
        #[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct Numbered {
            #[state(layer, 0..=3)]
            left: u8,
            private: Private,
        }
        #[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct Packed {
            #[state(0..=3)]
            left: u8,
            private: Private,
        }
        pub(crate) fn count() -> usize {
            use stonegame_core::Finite;
            Private::COUNT
        }
    }
    pub(super) fn count() -> usize {
        use stonegame_core::Finite;
        inner::Super::COUNT + inner::count()
    }
}

#[test]
fn visibility_of_every_kind() {
    use stonegame_core::Finite;
    assert_eq!(visible::count(), 4);
    assert_eq!(visible::inner::Crate::all().count(), 2);
    assert_eq!(visible::inner::Public::all().count(), 2);
}
