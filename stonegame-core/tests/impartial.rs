//! Nimbers of impartial games: against theorems, against who wins by the memo, and what is refused.

mod common;

use common::Nim;
use proptest::prelude::*;
use stonegame_core::{
    Cancel, Engine, Error, Impartial, Nimbers, Solver, grundy, mex, nim_product, prelude::*,
};

impl Impartial for Nim {}

/// Heaps of which one at a time loses some of these numbers of stones, or is split in two.
struct Heaps {
    heaps: Vec<u32>,
    numbers: Vec<u32>,
    /// Whether positions are told to fall apart.
    apart: bool,
    odd: Odd,
}

/// What keeps it from being impartial.
#[derive(Clone, Copy, PartialEq)]
enum Odd {
    Nothing,
    Misere,
    Again,
    Over,
    Around,
}

#[derive(State, Clone, Debug, PartialEq, Eq, Hash)]
struct Sizes(Vec<u32>);

#[derive(Move, Clone, Copy, Debug, PartialEq)]
#[moves(game = Heaps)]
struct Leave {
    #[moves(0..state.0.len())]
    heap: usize,
    #[moves(game.numbers.iter().copied().chain([0]))]
    taken: u32,
    #[moves(0..=state.0[heap] / 2)]
    one: u32,
}

impl Game for Heaps {
    type State = Sizes;
    type Move = Leave;
    type Value = WinLoss;
    fn start(&self) -> Sizes {
        Sizes(self.heaps.clone())
    }
    fn play(&self, sizes: &Sizes, leave: &Leave) -> Option<Step<Self>> {
        let mut sizes = sizes.clone();
        let size = sizes.0.remove(leave.heap);
        let other = size.checked_sub(leave.taken)?.checked_sub(leave.one)?;
        let around = self.odd == Odd::Around && size == 4 && leave.taken == 1;
        if leave.taken == 0 && (leave.one == 0 || other == 0) {
            return None;
        }
        sizes.0.extend([leave.one, other].into_iter().filter(|size| *size > 0));
        if around {
            sizes.0 = vec![4];
        }
        sizes.0.sort_unstable();
        Some(match self.odd {
            Odd::Again if size == 3 => Step::again(sizes),
            Odd::Over if size == 3 => Step::over(WinLoss::Win),
            _ => Step::to(sizes),
        })
    }
    fn terminal(&self, _: &Sizes) -> WinLoss {
        WinLoss::won(self.odd == Odd::Misere)
    }
}

impl Impartial for Heaps {
    fn parts(&self, sizes: &Sizes, visit: &mut dyn FnMut(Sizes)) {
        if self.apart {
            sizes.0.iter().for_each(|size| visit(Sizes(vec![*size])));
        } else {
            visit(sizes.clone());
        }
    }
}

fn heaps(heaps: &[u32], apart: bool) -> Heaps {
    Heaps { heaps: heaps.to_vec(), numbers: vec![1, 2], apart, odd: Odd::Nothing }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn nim_is_its_own_sum(sizes in prop::array::uniform3(0u32..6)) {
        let nim = Nim { heaps: sizes, misere: false };
        prop_assert_eq!(grundy(&nim), Ok(sizes[0] ^ sizes[1] ^ sizes[2]));
    }

    /// In parts or whole, the nimbers are the same, and say who wins, and which moves do.
    #[test]
    fn sums(sizes in prop::collection::vec(0u32..6, 0..4)) {
        let (whole, apart) = (heaps(&sizes, false), heaps(&sizes, true));
        let (mut by_whole, mut by_parts) = (Nimbers::new(&whole), Nimbers::new(&apart));
        let start = whole.start();
        let nimber = by_whole.of(&start).unwrap();
        prop_assert_eq!(by_parts.of(&start), Ok(nimber));
        prop_assert!(by_parts.len() <= 6 && by_parts.len() <= by_whole.len());
        let solution = Solver::new().engine(Engine::Memo).solve(&whole).unwrap();
        prop_assert_eq!(solution.value(), WinLoss::won(nimber != 0));
        let winning = by_parts.winning_moves(&start).unwrap();
        if nimber == 0 {
            prop_assert!(winning.is_empty());
        } else {
            prop_assert_eq!(&winning, &solution.best_moves(&start).unwrap());
        }
        // The definition: every smaller nimber can be reached, and itself cannot.
        for other in 0..=nimber {
            let moves = by_parts.moves_to(&start, other).unwrap();
            prop_assert_eq!(moves.is_empty(), other == nimber);
        }
    }
}

#[test]
fn a_long_game_needs_no_stack() {
    let game = Heaps { numbers: vec![1], ..heaps(&[], true) };
    let mut nimbers = Nimbers::new(&game);
    // One bean, or a split: 0.7 without a split of one bean, whatever it is, on a long line of heaps.
    let values: Vec<u32> = (0..400).map(|size| nimbers.of(&Sizes(vec![size])).unwrap()).collect();
    let mut all = vec![0u32];
    for size in 1..400usize {
        let splits = (1..=size / 2).map(|one| all[one] ^ all[size - one]);
        let taken = (0..size).map(|one| all[one] ^ all[size - 1 - one]);
        all.push(mex(splits.chain(taken)));
    }
    assert_eq!(values, all);
}

#[test]
fn what_is_not_impartial_is_told() {
    for (odd, words) in [
        (Odd::Misere, "Sizes([]) is not lost for who cannot move in it"),
        (Odd::Again, "Sizes([3]) lets the same player move again"),
        (Odd::Over, "Sizes([3]) ends the game"),
    ] {
        let game = Heaps { odd, ..heaps(&[3], false) };
        let mut nimbers = Nimbers::new(&game);
        let error = nimbers.of(&game.start()).unwrap_err();
        assert!(error.to_string().contains(words), "{error}");
        assert!(matches!(error, Error::NotImpartial { .. }));
        // It says so again, and not that there is a cycle.
        assert_eq!(nimbers.of(&game.start()), Err(error));
    }
    let around = Heaps { odd: Odd::Around, ..heaps(&[5], false) };
    assert!(matches!(grundy(&around), Err(Error::Cycle { .. })));
}

#[test]
fn within_memory_and_until_cancelled() {
    let game = heaps(&[40, 41, 42], false);
    let small = Solver::new().memory(100_000);
    let error = Nimbers::by(&game, &small).of(&game.start()).unwrap_err();
    assert!(matches!(error, Error::OverBudget { budget: 100_000, .. }), "{error}");
    // A position with more moves than memory has room for; and afterwards smaller ones are found as before.
    let many = Nim { heaps: [u32::MAX, 2, 3], misere: false };
    let mut nimbers = Nimbers::by(&many, &Solver::new().memory(1 << 20));
    for _ in 0..2 {
        assert!(matches!(nimbers.of(&many.start()), Err(Error::OverBudget { .. })));
    }
    assert_eq!(nimbers.of(&stonegame_core::states::Heaps([5, 2, 3])), Ok(4));
    let cancel = Cancel::new();
    cancel.cancel();
    let cancelled = Solver::new().cancel(&cancel);
    let error = Nimbers::by(&game, &cancelled).of(&game.start()).unwrap_err();
    assert!(matches!(error, Error::Cancelled { .. }), "{error}");
}

/// Turning corners: the nimber of a corner is the nim-product of its sides.
#[test]
fn products_of_sides() {
    for a in 0..8u32 {
        for b in 0..8 {
            let corner = |a: u32, b: u32| nim_product(u64::from(a), u64::from(b)) as u32;
            let others = (0..a).flat_map(|x| (0..b).map(move |y| (x, y)));
            let found = mex(others.map(|(x, y)| corner(x, b) ^ corner(a, y) ^ corner(x, y)));
            assert_eq!(corner(a, b), found);
        }
    }
}
