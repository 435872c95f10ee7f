//! What `#[derive(Move)]` enumerates, in which order, and how it numbers.
#![allow(missing_docs)]

use std::ops::ControlFlow;
use stonegame_core::{Finite, Move, prelude::*};

/// A game that is nothing but its number.
pub struct Size(pub usize);

#[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct At {
    pub left: usize,
}

macro_rules! game {
    ($game:ty, $mv:ty) => {
        impl Game for $game {
            type State = At;
            type Move = $mv;
            type Value = i32;
            fn start(&self) -> At {
                At { left: 3 }
            }
            fn play(&self, _: &At, _: &$mv) -> Option<Step<Self>> {
                None
            }
        }
    };
}
game!(Size, bool);

fn listed<M: Move<Size>>(size: usize, left: usize) -> Vec<M> {
    let mut all = vec![];
    let flow = M::each(&Size(size), &At { left }, |mv| {
        all.push(mv);
        ControlFlow::<()>::Continue(())
    });
    assert!(flow.is_continue());
    all
}

/// What is numbered is what is enumerated, from either end.
fn numbered<M: Move<Size> + Finite + PartialEq>(count: usize) -> Vec<M> {
    let all: Vec<M> = listed(0, 0);
    assert_eq!((all.len(), M::COUNT), (count, count));
    assert!(M::all().eq(all.iter().cloned()));
    assert!(M::all().rev().eq(all.iter().rev().cloned()));
    for (i, mv) in all.iter().enumerate() {
        assert_eq!(mv.index(), Some(i));
        assert_eq!(<M as Finite>::nth(i).as_ref(), Some(mv));
        assert_eq!(mv.code(&Size(0), &At { left: 0 }), Some(i));
        assert_eq!(M::of_code(&Size(0), &At { left: 0 }, i).as_ref(), Some(mv));
    }
    assert_eq!(<M as Finite>::nth(count), None);
    assert_eq!(<M as Finite>::nth(usize::MAX), None);
    assert_eq!(M::of_code(&Size(0), &At { left: 0 }, count), None);
    let mut iter = M::all();
    assert_eq!(iter.size_hint(), (count, Some(count)));
    assert_eq!(iter.by_ref().count(), count);
    for _ in 0..3 {
        assert_eq!((iter.next(), iter.next_back()), (None, None));
    }
    assert_eq!((iter.size_hint(), iter.nth(usize::MAX)), ((0, Some(0)), None));
    all
}

#[derive(Move, Clone, Copy, Debug, PartialEq)]
enum Side {
    Left,
    Right,
}

#[test]
fn variants_as_declared() {
    assert_eq!(numbered::<Side>(2), [Side::Left, Side::Right]);
    assert_eq!(numbered::<bool>(2), [false, true]);
    assert_eq!(numbered::<End>(2), [End::Left, End::Right]);
}

#[derive(Move, Clone, Debug, PartialEq)]
enum Mixed {
    Unit,
    Tuple(#[moves(1..=2)] u8, bool),
    Struct {
        side: Side,
        #[moves(-1..1)]
        by: i16,
    },
    Last,
}

#[test]
fn the_last_field_is_the_fastest() {
    let all = numbered::<Mixed>(10);
    assert_eq!(all[0], Mixed::Unit);
    assert_eq!(
        all[1..5],
        [(1, false), (1, true), (2, false), (2, true)].map(|(n, b)| Mixed::Tuple(n, b))
    );
    let of = |side, by| Mixed::Struct { side, by };
    assert_eq!(
        all[5..9],
        [of(Side::Left, -1), of(Side::Left, 0), of(Side::Right, -1), of(Side::Right, 0)]
    );
    assert_eq!(all[9], Mixed::Last);
    assert_eq!(Mixed::Tuple(3, true).index(), None);
    assert_eq!(Mixed::Struct { side: Side::Left, by: -2 }.index(), None);
}

#[derive(Move, Clone, Copy, Debug, PartialEq)]
struct Unit;

#[derive(Move, Clone, Copy, Debug, PartialEq)]
struct Tuple(Side, #[moves(0..20)] u32);

#[derive(Move, Clone, Copy, Debug, PartialEq)]
struct Nested {
    outer: Tuple,
    inner: Unit,
    flag: bool,
}

#[test]
fn structs_of_every_kind() {
    assert_eq!(numbered::<Unit>(1), [Unit]);
    assert_eq!(numbered::<Tuple>(40)[39], Tuple(Side::Right, 19));
    let all = numbered::<Nested>(80);
    assert_eq!(all[1], Nested { outer: Tuple(Side::Left, 0), inner: Unit, flag: true });
}

const MOST: usize = 5;

#[derive(Move, Clone, Copy, Debug, PartialEq)]
struct Constants<const N: usize = 3> {
    #[moves(0..N)]
    first: usize,
    #[moves((MOST - 1)..=MOST + 1)]
    second: usize,
}

#[test]
fn ranges_of_constants() {
    assert_eq!(numbered::<Constants>(9)[8], Constants { first: 2, second: 6 });
    assert_eq!(numbered::<Constants<0>>(0), []);
    assert_eq!(numbered::<Constants<1>>(3)[0], Constants { first: 0, second: 4 });
}

#[derive(Move, Clone, Copy, Debug, PartialEq)]
#[moves(game = Size)]
enum Depends {
    Each {
        #[moves([7, 5].into_iter().chain(state.left..state.left + 1))]
        any: usize,
        #[moves(any - 1..=any)]
        near: usize,
    },
    Tuple(#[moves(0..game.0)] usize, #[moves(_0..game.0)] usize),
    #[moves(if game.0 == 2 && state.left == 4)]
    Guarded,
}

#[test]
fn game_state_and_fields_before() {
    let each = |any, near| Depends::Each { any, near };
    assert_eq!(
        listed::<Depends>(2, 4),
        [
            each(7, 6),
            each(7, 7),
            each(5, 4),
            each(5, 5),
            each(4, 3),
            each(4, 4),
            Depends::Tuple(0, 0),
            Depends::Tuple(0, 1),
            Depends::Tuple(1, 1),
            Depends::Guarded,
        ]
    );
    assert_eq!(listed::<Depends>(0, 4).len(), 6);
    let (game, at) = (Size(2), At { left: 4 });
    for (code, mv) in listed::<Depends>(2, 4).into_iter().enumerate() {
        assert_eq!(mv.code(&game, &at), Some(code));
        assert_eq!(Depends::of_code(&game, &at, code), Some(mv));
    }
    assert_eq!(Depends::Guarded.code(&Size(3), &at), None);
}

#[derive(Move, Clone, Copy, Debug, PartialEq)]
#[moves(game = Size, if state.left > 0)]
struct GuardedItem(#[moves(1..=state.left)] usize);

#[test]
fn a_guard_on_the_item() {
    assert_eq!(listed::<GuardedItem>(0, 0), []);
    assert_eq!(listed::<GuardedItem>(0, 2).len(), 2);
}

#[test]
fn enumeration_stops_where_it_is_told_to() {
    let mut seen = 0;
    let flow = Tuple::each(&Size(0), &At { left: 0 }, |mv| {
        seen += 1;
        if mv.1 == 7 { ControlFlow::Break(mv) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((flow, seen), (ControlFlow::Break(Tuple(Side::Left, 7)), 8));
}

// Generics, as people have reported them broken in other derives.

#[derive(Move, Clone, Debug, PartialEq)]
enum Either<T>
where
    T: Clone,
{
    This(T),
    Pass,
}

#[derive(Move, Clone, Copy, Debug, PartialEq)]
#[moves(bound = "T: Clone + std::fmt::Debug")]
enum Bounded<T> {
    One(#[moves([std::marker::PhantomData])] std::marker::PhantomData<T>),
}

/// Bounds of one's own, on moves that serve every game.
#[derive(Move, Clone, Debug, PartialEq)]
#[moves(bound = "T: Clone + std::fmt::Debug + Finite")]
struct Whole<T>(T, bool);

#[test]
fn bounds_of_ones_own() {
    assert_eq!(numbered::<Whole<Side>>(4)[3], Whole(Side::Right, true));
}

#[test]
fn generics() {
    assert_eq!(numbered::<Either<Side>>(3)[2], Either::Pass);
    assert_eq!(
        numbered::<Either<Constants<2>>>(7)[0],
        Either::This(Constants { first: 0, second: 4 })
    );
    assert_eq!(listed::<Bounded<String>>(0, 0).len(), 1);
}

#[derive(Move, Clone, Copy, Debug, PartialEq)]
#[moves(game = for<'r> Borrowed<'r>)]
struct Pick<'a, const N: usize = 1> {
    #[moves(game.0.iter().map(|text| &**text).take(N))]
    text: &'a str,
}

struct Borrowed<'r>(&'r [&'static str]);
impl Game for Borrowed<'_> {
    type State = At;
    type Move = Pick<'static, 2>;
    type Value = i32;
    fn start(&self) -> At {
        At { left: 0 }
    }
    fn play(&self, _: &At, _: &Pick<'static, 2>) -> Option<Step<Self>> {
        None
    }
}

#[test]
fn lifetimes() {
    let words = ["one", "two", "three"];
    let mut seen = vec![];
    let _ = Pick::<'static, 2>::each(&Borrowed(&words), &At { left: 0 }, |mv| {
        seen.push(mv.text);
        ControlFlow::<()>::Continue(())
    });
    assert_eq!(seen, ["one", "two"]);
}

/// Expressions of constants are of the field's type, not of the type that they would have alone.
#[derive(Move, Clone, Copy, Debug, PartialEq)]
enum Typed {
    All(#[moves(0..=!0)] u8),
    Wide(#[moves(1 << 40..(1 << 40) + 2)] u64),
    Signed(#[moves(i8::MIN..=-127)] i8),
    Char(#[moves('a'..='b')] char),
}

#[derive(Move, Clone, Copy, Debug, PartialEq)]
struct Edges(#[moves(i64::MAX - 1..=i64::MAX)] i64);

#[test]
fn constants_of_every_type() {
    assert_eq!(listed::<Typed>(0, 0).len(), 256 + 2 + 2 + 2);
    assert_eq!(numbered::<Edges>(2)[1], Edges(i64::MAX));
    assert_eq!(Edges(i64::MIN).index(), None);
}

/// What cannot be counted is enumerated all the same.
#[derive(Move, Clone, Copy, Debug, PartialEq)]
struct Uncounted(#[moves([5u8, 6])] u8);

#[derive(Move, Clone, Copy, Debug, PartialEq)]
struct Around(Uncounted, bool, ());

#[test]
fn a_field_that_cannot_be_counted() {
    let all: Vec<Around> = listed(0, 0);
    assert_eq!((all.len(), all[3]), (4, Around(Uncounted(6), true, ())));
}

impl At {
    fn list(&self) -> Vec<u8> {
        vec![3, 1]
    }
}

/// An expression may borrow from a temporary, bind names of its own, and hold closures.
#[derive(Move, Clone, Copy, Debug, PartialEq)]
#[moves(game = Size)]
struct Borrowing(
    #[moves(state.list().iter().copied())] u8,
    #[moves((0.._0).filter(|n| n % 2 == 0))] u8,
);

#[derive(Move, Clone, Copy, Debug, PartialEq)]
struct Closures(#[moves((0..3).filter(|state| *state != 1))] u8);

#[test]
fn expressions_of_every_kind() {
    let of = |(a, b)| Borrowing(a, b);
    assert_eq!(listed::<Borrowing>(0, 0), [(3, 0), (3, 2), (1, 0)].map(of));
    assert_eq!(listed::<Closures>(0, 0), [Closures(0), Closures(2)]);
}

/// A type of the item's name elsewhere is another type.
mod base {
    #[derive(stonegame_core::Move, Clone, Copy, Debug, PartialEq)]
    pub enum Turn {
        A,
        B,
    }
}

#[derive(Move, Clone, Copy, Debug, PartialEq)]
struct Turn(base::Turn, bool);

#[test]
fn a_namesake_is_no_recursion() {
    assert_eq!(numbered::<Turn>(4)[3], Turn(base::Turn::B, true));
}

#[derive(Move, Clone, Copy, Debug, PartialEq)]
enum Never {}

#[derive(Move, Clone, Copy, Debug, PartialEq)]
#[allow(dead_code)]
enum Almost {
    A,
    Impossible(Never, bool),
    B,
}

#[test]
fn nothing_to_enumerate() {
    assert_eq!(numbered::<Never>(0), []);
    assert_eq!(numbered::<Almost>(2), [Almost::A, Almost::B]);
}

#[derive(Move, Clone, Copy, Debug, PartialEq)]
#[repr(i8)]
enum Discriminants {
    A = -3,
    B = 1 << 4,
    #[allow(non_camel_case_types)]
    r#async,
}

#[derive(Move, Clone, Debug, PartialEq)]
struct Raw {
    #[moves(1..=2)]
    r#type: u8,
    #[moves([r#type])]
    r#match: u8,
}

#[test]
fn discriminants_and_raw_names() {
    assert_eq!(
        numbered::<Discriminants>(3),
        [Discriminants::A, Discriminants::B, Discriminants::r#async]
    );
    assert_eq!(listed::<Raw>(0, 0)[1], Raw { r#type: 2, r#match: 2 });
}

/// Fragments of a macro come in invisible groups.
macro_rules! made {
    ($name:ident, $ty:ty, $range:expr, $last:literal) => {
        #[derive(Move, Clone, Copy, Debug, PartialEq)]
        enum $name {
            A($ty),
            B(#[moves($range)] u8),
            C(#[moves(0..$last)] u8),
        }
    };
}
made!(Made, bool, 1..=2, 3);

#[test]
fn items_made_by_macros() {
    let all = numbered::<Made>(7);
    assert_eq!(all[2..], [Made::B(1), Made::B(2), Made::C(0), Made::C(1), Made::C(2)]);
}

/// And an expression handed to a macro may name the fields before it, the game and the state.
macro_rules! handed {
    ($name:ident, $first:expr, $second:expr) => {
        #[derive(Move, Clone, Debug, PartialEq)]
        #[moves(game = Size)]
        struct $name {
            #[moves($first)]
            a: usize,
            #[moves($second)]
            b: usize,
        }
    };
}
handed!(Handed, state.left..game.0, a..=a + 1);

#[test]
fn expressions_handed_to_macros() {
    let of = |(a, b)| Handed { a, b };
    assert_eq!(listed::<Handed>(3, 1), [(1, 1), (1, 2), (2, 2), (2, 3)].map(of));
}

macro_rules! many {
    ($($name:ident)*) => {
        #[derive(Move, Clone, Copy, Debug, PartialEq)]
        enum Many { $($name),*, Take(#[moves(1..=2)] u8), Last }
    };
}
many!(A0 A1 A2 A3 A4 A5 A6 A7 A8 A9 B0 B1 B2 B3 B4 B5 B6 B7 B8 B9 C0 C1 C2 C3 C4 C5 C6 C7 C8 C9);

#[test]
fn many_variants_are_a_loop() {
    let all = numbered::<Many>(33);
    assert_eq!(
        (all[0], all[29], all[30], all[32]),
        (Many::A0, Many::C9, Many::Take(1), Many::Last)
    );
}
