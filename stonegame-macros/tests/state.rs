//! The spaces that `#[derive(State)]` composes.
#![allow(dead_code, missing_docs)]

use std::ops::ControlFlow;
use stonegame_core::space::{Cell, Word};
use stonegame_core::{Engine, Solver, Space, prelude::*};

macro_rules! game {
    ($state:ty, $start:expr) => {
        pub struct Rules {
            pub row: Row<i64>,
            pub most: u32,
        }

        impl Game for Rules {
            type State = $state;
            type Move = Only;
            type Value = WinLoss;
            fn start(&self) -> $state {
                let make: fn(&Rules) -> $state = $start;
                make(self)
            }
            fn play(&self, _: &$state, _: &Only) -> Option<Step<Self>> {
                None
            }
        }
    };
}

#[derive(Move, Clone, Copy, Debug, PartialEq)]
pub struct Only;

/// All laws of a layered space, and that states pack and unpack.
fn lawful<S: Space<State: PartialEq + std::fmt::Debug>>(space: &S, positions: u64) {
    let mut seen = 0;
    for layer in 0..space.layers() {
        let width = space.width(layer);
        let _ = space.each(layer, 0..width, |slot, state| {
            seen += 1;
            assert_eq!(space.locate(&state), Some(Cell { layer, slot }));
            assert_eq!(space.at(layer, slot), state);
            packs::<u128, S>(space, &state);
            packs::<u64, S>(space, &state);
            ControlFlow::<()>::Continue(())
        });
    }
    assert_eq!((seen, space.positions(space.layers())), (positions, Some(positions)));
}

fn packs<W: Word, S: Space<State: PartialEq + std::fmt::Debug>>(space: &S, state: &S::State) {
    if S::PACKS {
        let word: W = space.to_bits(state).unwrap();
        assert!(space.bits() >= W::BITS || word >> space.bits() == W::ZERO);
        assert_eq!(space.of_bits(word).as_ref(), Some(state));
    }
}

mod layers_and_slots {
    use super::*;

    #[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[state(game = Rules)]
    pub struct At {
        #[state(layer, 0..=game.row.len(), reach = game.most as usize)]
        pub left: usize,
        #[state(-3..=3)]
        pub lead: i8,
        #[state(layer, 1..=game.most)]
        pub second: u32,
        pub turn: bool,
    }
    game!(At, |rules| At { left: rules.row.len(), lead: 0, second: 2, turn: false });

    #[test]
    fn two_layers_two_slots() {
        let rules = Rules { row: vec![1; 4].into(), most: 3 };
        let space = <At as stonegame_core::State<Rules>>::space(&rules);
        assert_eq!((space.layers(), space.reach(), space.bits()), (7, 3, 3 + 3 + 2 + 1));
        lawful(&space, 5 * 7 * 3 * 2);
        for outside in [
            At { left: 5, lead: 0, second: 1, turn: true },
            At { left: 0, lead: 4, second: 1, turn: true },
            At { left: 0, lead: 0, second: 0, turn: true },
        ] {
            assert_eq!(space.locate(&outside), None);
            assert!(space.pack(outside).is_none() && space.to_bits::<u64>(&outside).is_none());
        }
    }

    #[test]
    fn every_engine_solves_it() {
        let rules = Rules { row: vec![1; 4].into(), most: 3 };
        for engine in Engine::SEARCHING {
            assert_eq!(Solver::new().engine(engine).value(&rules), Ok(WinLoss::Loss));
        }
    }
}

mod ready_made_fields {
    use super::*;

    #[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[state(game = Rules)]
    pub struct At {
        #[state(layer, game.row.len())]
        pub span: Span,
        #[state(layer, game.row.len())]
        pub suffix: Suffix<2>,
        #[state(0..2u8)]
        pub side: u8,
    }
    game!(At, |rules| At { span: rules.row.span(), suffix: rules.row.suffix(), side: 0 });

    #[test]
    fn a_span_and_a_suffix_at_once() {
        let rules = Rules { row: vec![1; 3].into(), most: 0 };
        let space = <At as stonegame_core::State<Rules>>::space(&rules);
        assert_eq!((space.layers(), space.reach()), (7, 3));
        lawful(&space, 10 * 4 * 2);
        assert_eq!(solve(&rules).unwrap().positions(), 10 * 4 * 2);
    }
}

mod a_set_beside_a_count {
    use super::*;

    #[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[state(game = Rules)]
    pub struct At {
        #[state(layer, Subset::full(game.most).unwrap())]
        pub set: Subset<u8>,
        #[state(layer, Heaps([2, game.most]))]
        pub heaps: Heaps<2>,
    }
    game!(At, |rules| At { set: Subset::full(rules.most).unwrap(), heaps: Heaps([2, rules.most]) });

    #[test]
    fn sets_and_heaps() {
        let space =
            <At as stonegame_core::State<Rules>>::space(&Rules { row: vec![].into(), most: 3 });
        lawful(&space, 8 * 12);
    }
}

mod ready_made_fields_beside_a_layer {
    use super::*;

    #[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[state(game = Rules)]
    pub struct At {
        #[state(layer, 0..=2u8)]
        pub left: u8,
        #[state(game.row.len())]
        pub span: Span<2>,
        #[state(Subset::of(9, [0, 4, 8]).unwrap())]
        pub set: Subset<u16>,
        #[state(Heaps([1, game.most]))]
        pub heaps: Heaps<2>,
        #[state(game.row.len())]
        pub suffix: Suffix,
    }
    game!(At, |rules| At {
        left: 2,
        span: rules.row.span(),
        set: Subset::of(9, [0, 4, 8]).unwrap(),
        heaps: Heaps([1, rules.most]),
        suffix: rules.row.suffix(),
    });

    #[test]
    fn in_one_layer() {
        let rules = Rules { row: vec![1; 2].into(), most: 3 };
        let space = <At as stonegame_core::State<Rules>>::space(&rules);
        assert_eq!((space.layers(), space.reach(), space.bits()), (3, 3, 2 + 4 + 9 + 3 + 2));
        lawful(&space, 3 * 6 * 8 * 8 * 3);
        assert_eq!(value(&rules), Ok(WinLoss::Loss));
    }
}

mod a_chain_of_one_field {
    use super::*;

    #[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct At(#[state(layer, 0..=9u16, reach = 2)] pub u16);
    game!(At, |_| At(9));

    #[test]
    fn without_a_game() {
        let space =
            <At as stonegame_core::State<Rules>>::space(&Rules { row: vec![].into(), most: 3 });
        fn is_chain<S: Space>(_: &S) -> bool {
            S::CHAIN
        }
        assert!(is_chain(&space));
        assert_eq!(space.reach(), 2);
        lawful(&space, 10);
    }
}

mod ranges_without_a_layer {
    use super::*;

    #[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[state(game = Rules)]
    pub struct At {
        #[state(0..=game.most)]
        pub a: u32,
        #[state(1..=4)]
        pub b: i64,
        pub turn: bool,
    }
    game!(At, |_| At { a: 0, b: 4, turn: true });

    #[test]
    fn sparse_and_packed() {
        let rules = Rules { row: vec![].into(), most: 9 };
        let space = <At as stonegame_core::State<Rules>>::space(&rules);
        assert_eq!((space.layers(), space.bits()), (0, 4 + 2 + 1));
        for a in 0..=9 {
            for b in 1..=4 {
                packs::<u32, _>(&space, &At { a, b, turn: a % 2 == 0 });
            }
        }
        assert_eq!(space.to_bits::<u32>(&At { a: 10, b: 1, turn: true }), None);
        let solution = solve(&rules).unwrap();
        assert_eq!((solution.value(), solution.plan().engine), (WinLoss::Loss, Engine::Memo));
        let error = solution.value_of(&At { a: 99, b: 1, turn: true }).unwrap_err();
        assert!(matches!(error, Error::NotCovered { .. }));
    }
}

mod an_enum_beside_a_layer {
    use super::*;

    #[derive(Move, Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Colour {
        Red,
        Green,
        Blue { dark: bool },
    }

    #[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct At {
        #[state(layer, 0..=2u8)]
        pub left: u8,
        pub colour: Colour,
        pub turn: bool,
    }
    game!(At, |_| At { left: 2, colour: Colour::Red, turn: false });

    #[test]
    fn all_of_its_values() {
        let rules = Rules { row: vec![].into(), most: 3 };
        let space = <At as stonegame_core::State<Rules>>::space(&rules);
        lawful(&space, 3 * 4 * 2);
        assert_eq!(space.bits(), 2 + 2 + 1);
    }
}

/// The memo on words of every width, and on states too wide to pack, equals the table.
mod every_width {
    use super::*;

    pub struct Wide<T>(pub T);

    #[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[state(game = for<T: Copy + Into<u64> + Sync> Wide<T>)]
    pub struct At {
        #[state(layer, 0..=12u8)]
        pub left: u8,
        #[state(0..=game.0.into())]
        pub a: u64,
        #[state(0..=game.0.into())]
        pub b: u64,
        #[state(0..=game.0.into())]
        pub c: u64,
    }

    #[derive(Move, Clone, Copy, Debug, PartialEq)]
    pub struct By(#[moves(1..=3)] u8);

    impl<T: Copy + Into<u64> + Sync> Game for Wide<T> {
        type State = At;
        type Move = By;
        type Value = i64;
        fn start(&self) -> At {
            At { left: 12, a: 0, b: self.0.into(), c: 1 }
        }
        fn play(&self, at: &At, by: &By) -> Option<Step<Self>> {
            let left = at.left.checked_sub(by.0)?;
            let next = At { left, a: at.b, b: at.c, c: at.a };
            Some(Step::to(next).gain(i64::from(by.0) * (at.a % 7) as i64))
        }
    }

    #[test]
    fn the_same_values() {
        let memo = Solver::new().engine(Engine::Memo);
        let reference = Solver::new().engine(Engine::Reference);
        for most in [1u64, 100, u64::from(u32::MAX), u64::MAX] {
            let game = Wide(most);
            let (memo, reference) = (memo.solve(&game).unwrap(), reference.solve(&game).unwrap());
            assert_eq!(memo.value(), reference.value(), "{most}");
            assert_eq!(memo.line(), reference.line(), "{most}");
        }
    }
}

mod generic_fields {
    use super::*;
    use std::marker::PhantomData;

    #[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[state(game = Rules)]
    pub struct At<T, U> {
        #[state(layer, 0..=game.row.iter().map(|m| m.len()).max().unwrap_or(0))]
        pub left: usize,
        pub colour: T,
        pub tag: PhantomData<U>,
    }

    pub struct Rules {
        pub row: Vec<Vec<u8>>,
    }

    impl Game for Rules {
        type State = At<End, u8>;
        type Move = Only;
        type Value = WinLoss;
        fn start(&self) -> At<End, u8> {
            At { left: 2, colour: End::Right, tag: PhantomData }
        }
        fn play(&self, _: &At<End, u8>, _: &Only) -> Option<Step<Self>> {
            None
        }
    }

    #[test]
    fn parameters_range_over_their_values() {
        let rules = Rules { row: vec![vec![1; 2], vec![2]] };
        let space = <At<End, u8> as stonegame_core::State<Rules>>::space(&rules);
        lawful(&space, 3 * 2);
        assert_eq!(value(&rules), Ok(WinLoss::Loss));
    }
}

/// Words that are full to the last bit, and fields that take none.
mod words_at_their_ends {
    use super::*;

    #[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct Full {
        #[state(3..=3u8)]
        pub none: u8,
        #[state(0..=u64::MAX)]
        pub all: u64,
        #[state(7..8i8)]
        pub nothing: i8,
    }
    game!(Full, |_| Full { none: 3, all: u64::MAX, nothing: 7 });

    #[test]
    fn sixty_four_bits() {
        let space =
            <Full as stonegame_core::State<Rules>>::space(&Rules { row: vec![].into(), most: 0 });
        assert_eq!(space.bits(), 64);
        for all in [0, 1, u64::MAX / 2, u64::MAX - 1, u64::MAX] {
            let state = Full { none: 3, all, nothing: 7 };
            packs::<u64, _>(&space, &state);
            packs::<u128, _>(&space, &state);
            assert_eq!(space.to_bits::<u32>(&state), None);
        }
        assert_eq!(space.to_bits::<u64>(&Full { none: 2, all: 0, nothing: 7 }), None);
        let rules = Rules { row: vec![].into(), most: 0 };
        assert_eq!(value(&rules), Ok(WinLoss::Loss));
    }
}

// Generics, as people have reported them broken in other derives.

#[derive(State, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tagged<'a, T> {
    pub row: &'a [i64],
    pub tag: std::marker::PhantomData<T>,
}

#[derive(State, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Swapped<'a, T> {
    pub tag: std::marker::PhantomData<T>,
    pub row: &'a [i64],
}

#[derive(State, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Tree<T> {
    Leaf(T),
    Node(Vec<Tree<T>>),
}

#[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board<const N: usize = 3>(pub [u8; N]);

/// Fields whose types differ in nothing but lifetimes.
#[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lives<'a, 'b> {
    #[state(layer, 0..=3)]
    pub left: u8,
    pub one: std::marker::PhantomData<&'a u8>,
    pub other: std::marker::PhantomData<&'b u8>,
    pub third: std::marker::PhantomData<&'static u8>,
    pub late: std::marker::PhantomData<fn(&u8) -> &u8>,
    pub again: std::marker::PhantomData<fn(&u8) -> &u8>,
}

macro_rules! nothing_moves {
    ($($name:ident: $state:ty),*) => { $(
        struct $name($state);
        impl Game for $name {
            type State = $state;
            type Move = Only;
            type Value = WinLoss;
            fn start(&self) -> $state {
                self.0.clone()
            }
            fn play(&self, _: &$state, _: &Only) -> Option<Step<Self>> {
                None
            }
        }
    )* };
}
nothing_moves!(
    OfTagged: Tagged<'static, u8>,
    OfLives: Lives<'static, 'static>,
    OfSwapped: Swapped<'static, u8>,
    OfTree: Tree<u8>,
    OfBoard: Board
);

#[test]
fn generic_sparse_states() {
    let tag = std::marker::PhantomData;
    assert_eq!(value(&OfTagged(Tagged { row: &[1, 2], tag })), Ok(WinLoss::Loss));
    assert_eq!(value(&OfSwapped(Swapped { row: &[1, 2], tag })), Ok(WinLoss::Loss));
    assert_eq!(value(&OfTree(Tree::Node(vec![Tree::Leaf(3)]))), Ok(WinLoss::Loss));
    assert_eq!(value(&OfBoard(Board([1, 2, 3]))), Ok(WinLoss::Loss));
}

mod owned {
    use std::collections::{BTreeMap, BTreeSet, VecDeque};
    use stonegame_core::{Engine, Error, Solver, State, prelude::*};

    /// The sets of numbers that are left, in a `Vec` each; take any.
    struct Numbers(u32);

    #[derive(State, Clone, Debug, PartialEq, Eq, Hash)]
    struct Left(Vec<u32>);

    #[derive(Move, Clone, Copy, Debug)]
    #[moves(game = Numbers)]
    struct Take(#[moves(0..state.0.len())] usize);

    impl Game for Numbers {
        type State = Left;
        type Move = Take;
        type Value = i32;
        fn start(&self) -> Left {
            Left((0..self.0).collect())
        }
        fn play(&self, left: &Left, take: &Take) -> Option<Step<Self>> {
            let mut rest = left.clone();
            let gain = rest.0.remove(take.0) as i32;
            Some(Step::to(rest).gain(gain))
        }
    }

    #[test]
    fn the_memo_counts_what_states_own() {
        // A thousand sets take 24 bytes each beside their numbers; with these they do not fit 100 KiB.
        let solver = Solver::new().engine(Engine::Memo).memory(100 << 10);
        let error = solver.value(&Numbers(10)).unwrap_err();
        assert!(matches!(error, Error::OverBudget { .. }), "{error}");
        assert!(solver.memory(300 << 10).value(&Numbers(10)).is_ok());
    }

    #[derive(State, Clone, Debug, PartialEq, Eq, Hash)]
    struct Nothing {
        number: u64,
        pair: [u8; 2],
    }

    #[derive(State, Clone, Debug, PartialEq, Eq, Hash)]
    enum Something<T> {
        Unit,
        Text(String, T),
        Many {
            deque: VecDeque<u16>,
            boxed: Box<[u64]>,
            word: Box<str>,
            single: Box<u8>,
            set: BTreeSet<u8>,
            map: BTreeMap<u8, u64>,
        },
    }

    fn bytes<G: Game>(_: G, state: G::State) -> usize {
        state.heap_bytes()
    }

    /// A game at whose positions nobody can move.
    macro_rules! still {
        ($game:ident, $state:ty, $start:expr) => {
            struct $game;

            impl Game for $game {
                type State = $state;
                type Move = ();
                type Value = i32;
                fn start(&self) -> $state {
                    $start
                }
                fn play(&self, _: &$state, (): &()) -> Option<Step<Self>> {
                    None
                }
            }
        };
    }
    still!(OfNothing, Nothing, Nothing { number: 7, pair: [1, 2] });
    still!(OfSomething, Something<u8>, Something::Unit);

    #[test]
    fn fields_are_counted_each_by_its_kind() {
        assert_eq!(bytes(OfNothing, OfNothing.start()), 0);
        assert_eq!(bytes(OfSomething, OfSomething.start()), 0);
        let text = Something::Text(String::with_capacity(100), 5u8);
        assert_eq!(bytes(OfSomething, text), 116);
        let many = Something::<u8>::Many {
            deque: VecDeque::new(),
            boxed: Box::new([1, 2, 3]),
            word: "four".into(),
            single: Box::new(1),
            set: BTreeSet::new(),
            map: BTreeMap::from([(1, 2)]),
        };
        let expected = (24 + 16) + (4 + 16) + (1 + 16) + (3 * 16 + 16);
        assert_eq!(bytes(OfSomething, many), expected);
    }
}
