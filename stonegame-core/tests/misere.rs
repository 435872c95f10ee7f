//! Misère play of impartial games: against the definition on whole positions, published genera, and what is refused.
#![allow(missing_docs)]

use proptest::prelude::*;
use std::collections::BTreeMap;
use stonegame_core::{Cancel, Engine, Error, Impartial, Misere, Nimbers, Solver, mex, prelude::*};

/// Heaps of which one at a time loses some of these numbers of beans, and is split in two where the number is odd.
#[derive(Clone)]
struct Heaps {
    heaps: Vec<u32>,
    numbers: Vec<u32>,
    /// What it is worth where nobody can move.
    end: Outcome,
}

#[derive(State, Clone, Debug, PartialEq, Eq, Hash)]
struct Sizes(Vec<u32>);

#[derive(Move, Clone, Copy, Debug, PartialEq)]
#[moves(game = Heaps)]
struct Leave {
    #[moves(0..state.0.len())]
    heap: usize,
    #[moves(game.numbers.iter().copied())]
    taken: u32,
    #[moves(0..=if taken % 2 == 1 { state.0[heap] / 2 } else { 0 })]
    one: u32,
}

impl Game for Heaps {
    type State = Sizes;
    type Move = Leave;
    type Value = Outcome;
    fn start(&self) -> Sizes {
        Sizes(self.heaps.clone())
    }
    fn play(&self, sizes: &Sizes, leave: &Leave) -> Option<Step<Self>> {
        let mut sizes = sizes.clone();
        let size = sizes.0.swap_remove(leave.heap);
        let other = size.checked_sub(leave.taken)?.checked_sub(leave.one)?;
        sizes.0.extend([leave.one, other].into_iter().filter(|size| *size > 0));
        sizes.0.sort_unstable();
        Some(Step::to(sizes))
    }
    fn terminal(&self, _: &Sizes) -> Outcome {
        self.end
    }
}

impl Impartial for Heaps {
    fn parts(&self, sizes: &Sizes, visit: &mut dyn FnMut(Sizes)) {
        sizes.0.iter().for_each(|size| visit(Sizes(vec![*size])));
    }
}

fn heaps(heaps: &[u32], numbers: &[u32]) -> Heaps {
    Heaps { heaps: heaps.to_vec(), numbers: numbers.to_vec(), end: Outcome::Win }
}

/// The misère nimber of some heaps of the game and some of Nim, by the definition, on whole positions.
fn by_definition(
    numbers: &[u32],
    position: &(Vec<u32>, Vec<u32>),
    known: &mut BTreeMap<(Vec<u32>, Vec<u32>), u32>,
) -> u32 {
    if let Some(nimber) = known.get(position) {
        return *nimber;
    }
    let (heaps, nim) = position;
    let mut next = vec![];
    let but = |all: &[u32], i: usize, left: &[u32]| {
        let mut all = all.to_vec();
        all.remove(i);
        all.extend(left.iter().filter(|left| **left > 0));
        all.sort_unstable();
        all
    };
    for (i, size) in heaps.iter().enumerate() {
        for left in numbers.iter().filter_map(|taken| Some((taken, size.checked_sub(*taken)?))) {
            let (taken, left) = left;
            for one in 0..=if taken % 2 == 1 { left / 2 } else { 0 } {
                next.push((but(heaps, i, &[one, left - one]), nim.clone()));
            }
        }
    }
    for (i, size) in nim.iter().enumerate() {
        next.extend((0..*size).map(|left| (heaps.clone(), but(nim, i, &[left]))));
    }
    let nimber = match next.is_empty() {
        true => 1,
        false => {
            let nimbers: Vec<u32> =
                next.iter().map(|next| by_definition(numbers, next, known)).collect();
            mex(nimbers)
        }
    };
    known.insert(position.clone(), nimber);
    nimber
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Genera of single heaps and of sums, who wins, and the winning moves.
    #[test]
    fn whole_positions(
        sizes in prop::collection::vec(0u32..8, 0..4),
        numbers in prop::collection::btree_set(1u32..5, 1..4),
    ) {
        let numbers: Vec<u32> = numbers.into_iter().collect();
        let mut sizes = sizes;
        sizes.retain(|size| *size > 0);
        sizes.sort_unstable();
        let game = heaps(&sizes, &numbers);
        let mut misere = Misere::new(&game);
        let state = Sizes(sizes.clone());
        let genus = misere.genus(&state).unwrap();
        let mut known = BTreeMap::new();
        for twos in 0..4 {
            let beside = (sizes.clone(), vec![2; twos]);
            let nimber = by_definition(&numbers, &beside, &mut known);
            prop_assert_eq!(genus.digit(twos), nimber, "{} {}", genus, twos);
        }
        let normal = Heaps { end: Outcome::Loss, ..game.clone() };
        prop_assert_eq!(Nimbers::new(&normal).of(&state), Ok(genus.normal()));
        // The moves are the same, however the game is declared.
        prop_assert_eq!(Misere::new(&normal).genus(&state), Ok(genus.clone()));
        let solution = Solver::new().engine(Engine::Memo).solve(&game).unwrap();
        let won = solution.value_of(&state).unwrap() == Outcome::Win;
        prop_assert_eq!(misere.of(&state), Ok(WinLoss::won(won)));
        prop_assert_eq!(won, misere.nimber(&state).unwrap() != 0);
        let winning = misere.winning_moves(&state).unwrap();
        let best = solution.best_moves(&state).unwrap();
        prop_assert_eq!(winning, if won { best } else { vec![] });
    }

    /// What is the same in every sum is so beside any heaps of the same game and of Nim.
    #[test]
    fn the_same_in_sums(
        a in prop::collection::vec(1u32..7, 0..3),
        b in prop::collection::vec(1u32..7, 0..3),
        numbers in prop::collection::btree_set(1u32..5, 1..4),
    ) {
        let numbers: Vec<u32> = numbers.into_iter().collect();
        let game = heaps(&[], &numbers);
        let mut misere = Misere::new(&game);
        if misere.same(&Sizes(a.clone()), &Sizes(b.clone())).unwrap() {
            let mut known = BTreeMap::new();
            for beside in 0..5 {
                for nim in [vec![], vec![1], vec![2], vec![3], vec![2, 2], vec![2, 3]] {
                    let [a, b] = [&a, &b].map(|heaps| {
                        let mut heaps = [&heaps[..], &vec![beside; usize::from(beside > 0)]].concat();
                        heaps.sort_unstable();
                        by_definition(&numbers, &(heaps, nim.clone()), &mut known)
                    });
                    prop_assert_eq!(a, b, "beside {} and {:?}", beside, nim);
                }
            }
        }
    }
}

/// *Winning Ways*, chapter 13, of Nim: heaps and their sums are tame.
#[test]
fn genera_of_nim() {
    struct Nim;
    #[derive(Move, Clone, Copy, Debug, PartialEq)]
    #[moves(game = Nim)]
    struct Take {
        #[moves(0..state.0.len())]
        heap: usize,
        #[moves(1..=state.0[heap])]
        stones: u32,
    }
    impl Game for Nim {
        type State = Sizes;
        type Move = Take;
        type Value = WinLoss;
        fn start(&self) -> Sizes {
            Sizes(vec![])
        }
        fn play(&self, sizes: &Sizes, take: &Take) -> Option<Step<Self>> {
            let mut sizes = sizes.clone();
            sizes.0[take.heap] -= take.stones;
            Some(Step::to(sizes))
        }
    }
    impl Impartial for Nim {
        fn parts(&self, sizes: &Sizes, visit: &mut dyn FnMut(Sizes)) {
            let heaps = sizes.0.iter().filter(|size| **size > 0);
            heaps.for_each(|size| visit(Sizes(vec![*size])));
        }
    }
    let mut misere = Misere::new(&Nim);
    for (sizes, genus) in [
        (&[][..], "0^120"),
        (&[1], "1^031"),
        (&[2], "2^20"),
        (&[3], "3^31"),
        (&[4], "4^46"),
        (&[12], "12^12,14"),
        (&[1, 1], "0^120"),
        (&[2, 2], "0^02"),
        (&[2, 3], "1^13"),
        (&[1, 2, 3], "0^02"),
    ] {
        let found = misere.genus(&Sizes(sizes.to_vec())).unwrap();
        assert_eq!(found.to_string(), genus, "{sizes:?}");
    }
    assert_eq!(misere.same(&Sizes(vec![1, 2]), &Sizes(vec![3])), Ok(true));
    assert_eq!(misere.same(&Sizes(vec![2, 2]), &Sizes(vec![])), Ok(false));
    // A heap of 300 needs no more of the thread's stack than one of 3.
    assert_eq!(misere.nimber(&Sizes(vec![300])), Ok(300));
}

#[test]
fn what_is_refused() {
    let drawn = Heaps { end: Outcome::Draw, ..heaps(&[3], &[1]) };
    let error = Misere::new(&drawn).of(&drawn.start()).unwrap_err();
    assert!(error.to_string().contains("neither lost nor won"), "{error}");
    let large = heaps(&[60], &[1, 2, 3]);
    let small = Solver::new().memory(1 << 20);
    let mut misere = Misere::by(&large, &small);
    for _ in 0..2 {
        let error = misere.of(&large.start()).unwrap_err();
        assert!(matches!(error, Error::OverBudget { budget: 1_048_576, .. }), "{error}");
    }
    // Smaller heaps are found as before.
    assert_eq!(misere.nimber(&Sizes(vec![1])), Ok(0));
    let cancel = Cancel::new();
    cancel.cancel();
    let cancelled = Solver::new().cancel(&cancel);
    let error = Misere::by(&large, &cancelled).of(&large.start()).unwrap_err();
    assert!(matches!(error, Error::Cancelled { .. }), "{error}");
}
