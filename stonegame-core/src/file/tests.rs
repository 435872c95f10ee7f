//! Held against tables in memory.

use super::*;
use crate::states::{End, Row, Span, Subset, Suffix};
use crate::{Cancel, Move, Outcome, Question, Step, Value, WinLoss};
use alloc::vec::Vec;

/// 486.
struct Ends<V>(Row<V>);

impl<V: Value> Game for Ends<V> {
    type State = Span;
    type Move = End;
    type Value = V;
    fn start(&self) -> Span {
        self.0.span()
    }
    #[inline]
    fn play(&self, span: &Span, end: &End) -> Option<Step<Self>> {
        let (pile, rest) = span.pop(*end)?;
        Some(Step::to(rest).gain(self.0[pile]))
    }
}

/// Take 1 to K of a row; who takes a pile that is marked, wins at once.
struct Marked<const K: usize> {
    piles: usize,
    every: usize,
}

#[derive(Clone, Debug, PartialEq)]
struct Take(usize);

impl<const K: usize, G: Game<State = Suffix<K>>> Move<G> for Take {
    fn each<B>(_: &G, _: &Suffix<K>, visit: impl FnMut(Take) -> ControlFlow<B>) -> ControlFlow<B> {
        (1..=K).map(Take).try_for_each(visit)
    }
}

impl<const K: usize> Game for Marked<K> {
    type State = Suffix<K>;
    type Move = Take;
    type Value = Outcome;
    fn start(&self) -> Suffix<K> {
        Suffix::whole(self.piles)
    }
    fn play(&self, left: &Suffix<K>, take: &Take) -> Option<Step<Self>> {
        let (_, rest) = left.take(take.0)?;
        Some(if rest.len() % self.every == 1 { Step::over(Outcome::Win) } else { Step::to(rest) })
    }
}

/// Take out a number; who takes the last one with a sum that three divides wins.
struct Choose(u32);

#[derive(Clone, Debug, PartialEq)]
struct Out(u32);

impl Move<Choose> for Out {
    fn each<B>(
        _: &Choose,
        set: &Subset<u16>,
        visit: impl FnMut(Out) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        set.iter().map(Out).try_for_each(visit)
    }
}

impl Game for Choose {
    type State = Subset<u16>;
    type Move = Out;
    type Value = WinLoss;
    fn start(&self) -> Subset<u16> {
        Subset::full(self.0).unwrap()
    }
    fn play(&self, set: &Subset<u16>, out: &Out) -> Option<Step<Self>> {
        let rest = set.without(out.0)?;
        let decides = (u32::from(rest.bits()) + out.0).is_multiple_of(7);
        Some(if decides { Step::over(WinLoss::Win) } else { Step::to(rest) })
    }
}

/// A path in a folder of its own.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        Place(tempfile::tempdir().unwrap())
    }
    fn path(&self) -> PathBuf {
        self.0.path().join("table")
    }
    fn bytes(&self) -> Vec<u8> {
        std::fs::read(self.path()).unwrap()
    }
}

fn ends(piles: u32, most: i64) -> Ends<i64> {
    Ends((0..i64::from(piles)).map(|i| i * i * 2_654_435 % 1_009 * most / 1_009).collect())
}

/// A game in a file is the game in memory, with much memory or little, at every position that a line passes.
fn agree<G: Game<Value: Stored, Move: PartialEq>>(game: &G, bits: u32) {
    let memory = Solver::new().engine(Engine::Table).solve(game).unwrap();
    let mut files = Vec::new();
    for budget in [1 << 30, 12 << 10] {
        let place = Place::new();
        let file = TableFile::new(place.path(), "the game");
        let solver = Solver::new().memory(budget);
        let solved = match file.solve(&solver, game) {
            Err(Error::OverBudget { .. }) => continue,
            solved => solved.unwrap(),
        };
        assert_eq!((solved.value(), solved.positions()), (memory.value(), memory.positions()));
        drop(solved);
        let opened = file.open(game).unwrap();
        assert_eq!(opened.line(), memory.line());
        for state in crate::reachable(game, 3000).positions {
            assert_eq!(opened.value_of(&state), memory.value_of(&state), "{state:?}");
            assert_eq!(opened.moves(&state), memory.moves(&state));
        }
        assert_eq!(TableFile::head(place.path()).unwrap().bits, bits);
        TableFile::verify(place.path()).unwrap();
        files.push(place.bytes());
    }
    assert!(files.len() == 2 && files[0] == files[1]);
}

#[test]
fn spans() {
    agree(&ends(100, 12), 8);
    agree(&ends(200, 3_000), 16);
    agree(&ends(40, 3_000_000_000), 64);
    agree(&ends(1, 1), 8);
    agree(&ends(0, 1), 8);
    agree(&Ends::<i128>([i128::MAX, 3, 8].into()), 128);
    agree(&Ends::<i32>([i32::MAX, 3, 8].into()), 32);
}

#[test]
fn chains() {
    agree(&Marked::<3> { piles: 1000, every: 17 }, 2);
    agree(&Marked::<64> { piles: 5000, every: 300 }, 2);
    agree(&Choose(12), 1);
    agree(&Choose(2), 1);
}

/// Stops a solve after so many words to its listener.
fn stopped<G: Game<Value: Stored>>(file: &TableFile, game: &G, words: u64) -> Result<(), Error> {
    let cancel = Cancel::new();
    let (flag, count) = (cancel.clone(), core::sync::atomic::AtomicU64::new(0));
    let solver = Solver::new().cancel(&cancel).progress(move |_| {
        if count.fetch_add(1, core::sync::atomic::Ordering::Relaxed) == words {
            flag.cancel();
        }
    });
    file.solve(&solver, game).map(|_| ())
}

#[test]
fn what_was_interrupted_goes_on_to_the_same_file() {
    let game = ends(600, 40_000);
    let whole = Place::new();
    TableFile::new(whole.path(), "row").solve(&Solver::new(), &game).unwrap();
    let place = Place::new();
    let file = TableFile::new(place.path(), "row");
    let mut interrupted = 0;
    let mut words = 3;
    while let Err(Error::Cancelled { .. }) = stopped(&file, &game, words) {
        interrupted += 1;
        words += 60;
        if interrupted > 1 {
            let head = TableFile::head(place.path()).unwrap();
            let error = file.open(&game).unwrap_err();
            assert!(error.to_string().contains("of 601 layers are filled"), "{error} {head}");
        }
    }
    assert!(interrupted > 2, "{interrupted}");
    assert!(place.bytes() == whole.bytes());
    // What is done is not done again.
    let solved = file.solve(&Solver::new().progress(|_| panic!("nothing is left")), &game);
    assert_eq!(solved.unwrap().positions(), 601 * 602 / 2);
}

/// A chain of which every third heap is lost.
struct Nim(usize);

impl Game for Nim {
    type State = Suffix<2>;
    type Move = Take;
    type Value = WinLoss;
    fn start(&self) -> Suffix<2> {
        Suffix::whole(self.0)
    }
    fn play(&self, left: &Suffix<2>, take: &Take) -> Option<Step<Self>> {
        Some(Step::to(left.take(take.0).filter(|_| take.0 < 3)?.1))
    }
}

#[test]
fn chunks_that_end_within_a_byte() {
    let chunk = 8 * head::CHUNK as usize;
    for cells in [chunk - 8, chunk - 7, chunk - 1, chunk, chunk + 1] {
        let place = Place::new();
        let file = TableFile::new(place.path(), "nim");
        let game = Nim(cells - 1);
        assert_eq!(file.solve(&Solver::new(), &game).unwrap().positions(), cells as u64);
        let opened = file.open(&game).unwrap();
        for left in [0, 1, 2, 3, cells - 3, cells - 2, cells - 1] {
            let expected = WinLoss::won(left % 3 > 0);
            let state = game.start().take(cells - 1 - left).unwrap().1;
            assert_eq!(opened.value_of(&state), Ok(expected), "{left} of {cells}");
        }
        TableFile::verify(place.path()).unwrap();
    }
}

/// Outcomes of spans: layers of any width, in cells of two bits.
struct Last(usize);

impl Game for Last {
    type State = Span;
    type Move = End;
    type Value = Outcome;
    fn start(&self) -> Span {
        Span::whole(self.0)
    }
    fn play(&self, span: &Span, end: &End) -> Option<Step<Self>> {
        let (pile, rest) = span.pop(*end)?;
        let pile = pile.index();
        Some(match (rest.len() % 7, pile * pile % 5) {
            (0, 0) => Step::over(Outcome::Draw),
            (0, 1) => Step::over(Outcome::Win),
            (3, 1) => Step::again(rest),
            _ => Step::to(rest),
        })
    }
}

#[test]
fn cells_written_behind_the_last_header_do_no_harm() {
    agree(&Last(90), 2);
    let head = Head {
        value: cells::name::<Outcome>(),
        bits: 2,
        layers: 10,
        cells: 1_000_000,
        text: 1,
        text_sum: sum(b"x"),
        moves: 0,
        done: 0,
        done_cells: 0,
        tail: sum(&[]),
    };
    for told in [1, 2, 3, 4, 262_141, 262_143, 262_144, 262_145] {
        let place = Place::new();
        let values = |n: u64| (0..n).map(|i| Outcome::of_bits(i * 7 % 3)).collect::<Vec<_>>();
        let mut store = Store::create(&place.path(), head, "x").unwrap();
        store.push(&values(told)).unwrap();
        store.commit(1, told, false).unwrap();
        // More than a chunk is written, or shown, and no header tells of it: then the process is killed.
        store.push(&[Outcome::Win; 300_000]).unwrap();
        if told % 2 == 0 {
            store.show(2, told + 300_000).unwrap();
        }
        drop(store);
        let mut store = Store::open(&place.path(), Access::Write).unwrap().unwrap();
        assert_eq!((store.head().done, store.head().done_cells), (1, told));
        store.push(&values(9)).unwrap();
        store.commit(2, told + 9, false).unwrap();
        let expected = [values(told), values(9)].concat();
        for cell in [0, 1, told / 2, told - 1, told, told + 8] {
            assert_eq!(store.get(cell), Ok(Some(expected[cell as usize])), "{cell} of {told}");
        }
        store.check_all().unwrap();
    }
}

#[test]
fn killed_between_the_last_two_headers_it_is_whole() {
    let (place, game) = (Place::new(), ends(700, 100));
    let file = TableFile::new(place.path(), "row");
    file.solve(&Solver::new(), &game).unwrap();
    let whole = place.bytes();
    for turn in [0, 1] {
        let mut bytes = whole.clone();
        let page = &mut bytes[turn * 4096..][..4096];
        let late = Head::of_page(page).unwrap();
        page.copy_from_slice(&Head { done: 300, done_cells: 301 * 150, tail: 7, ..late }.to_page());
        std::fs::write(place.path(), &bytes).unwrap();
        let opened = file.open(&game).unwrap();
        let value = opened.value();
        drop(opened);
        assert_eq!(file.solve(&Solver::new(), &game).unwrap().value(), value);
        assert!(place.bytes() == whole);
    }
    // What no header of ours says.
    let mut bytes = whole.clone();
    for page in bytes[..8192].chunks_mut(4096) {
        let head = Head { done: 699, ..Head::of_page(page).unwrap() };
        page.copy_from_slice(&head.to_page());
    }
    std::fs::write(place.path(), &bytes).unwrap();
    let error = file.solve(&Solver::new(), &game).unwrap_err().to_string();
    assert!(error.contains("what cannot be"), "{error}");
}

#[test]
fn damage_is_refused_by_name() {
    let game = ends(700, 100);
    let place = Place::new();
    let file = TableFile::new(place.path(), "some row");
    file.solve(&Solver::new(), &game).unwrap();
    let whole = place.bytes();
    // Every position is asked for, so that every chunk is read.
    let ask = || -> Result<(), Error> {
        let solution = file.open(&game)?;
        let states = (0..=700).flat_map(|lo| [game.start(), Span::new(700, lo..700).unwrap()]);
        for state in states {
            solution.value_of(&state)?;
        }
        TableFile::verify(place.path())
    };
    ask().unwrap();
    let step = 1 + whole.len() / 300;
    let mut refused = 0;
    for at in (0..4096)
        .step_by(61)
        .chain((4096..8192).step_by(61))
        .chain((8192..whole.len()).step_by(step))
    {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        std::fs::write(place.path(), bytes).unwrap();
        match ask() {
            Err(Error::File { why, .. }) => {
                assert!(why.contains("damaged") || why.contains("no table"), "{why}");
                refused += 1;
            }
            Ok(()) => {
                // Between the parts lie zeros that nobody reads.
                let zeros =
                    whole[at.saturating_sub(8)..(at + 8).min(whole.len())].iter().all(|b| *b == 0);
                assert!(zeros, "byte {at}");
            }
            Err(error) => panic!("{error}"),
        }
    }
    assert!(refused > 400, "{refused}");
    for length in [0, 100, 5000, whole.len() / 2, whole.len() - 1] {
        std::fs::write(place.path(), &whole[..length]).unwrap();
        assert!(matches!(ask(), Err(Error::File { .. })), "{length}");
    }
}

#[test]
fn others_are_refused_by_name() {
    let place = Place::new();
    let file = TableFile::new(place.path(), "row");
    let game = ends(50, 100);
    let refused = |result: Result<(), Error>, words: &str| {
        let error = result.unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    };
    refused(file.open(&game).map(|_| ()), "is not there");
    file.solve(&Solver::new(), &game).unwrap();
    let again = |game: &Ends<i64>, rules: &str| {
        TableFile::new(place.path(), rules).solve(&Solver::new(), game).map(|_| ())
    };
    refused(again(&game, "wor"), "it is of `row`, and this game of `wor`");
    refused(again(&ends(51, 100), "row"), "positions in 51 layers");
    refused(again(&ends(50, 101), "row"), "its moves do something else");
    let narrow = Ends::<i32>(game.0.iter().map(|pile| *pile as i32).collect());
    refused(file.open(&narrow).map(|_| ()), "of type i64, and this game's of type i32");
    refused(file.solve(&Solver::new(), &narrow).map(|_| ()), "of type i64");
    // One reads, another one would write; and the other way round.
    let reader = file.open(&game).unwrap();
    file.open(&game).unwrap();
    refused(again(&game, "row"), "another process");
    drop(reader);
    let writer = file.solve(&Solver::new(), &game).unwrap();
    refused(file.open(&game).map(|_| ()), "another process");
    drop(writer);
    again(&game, "row").unwrap();
    let sparse = Place::new();
    std::fs::write(sparse.path(), [7; 10_000]).unwrap();
    refused(
        TableFile::new(sparse.path(), "row").solve(&Solver::new(), &game).map(|_| ()),
        "is no table",
    );
    refused(
        TableFile::new(sparse.path().join("x"), "row").solve(&Solver::new(), &game).map(|_| ()),
        "table/x",
    );
}

#[test]
fn an_overflow_is_named_and_what_is_filled_stays() {
    let row = [i64::MAX, -2, 5, 1, 4];
    let place = Place::new();
    let game = Ends(row.into());
    let error = TableFile::new(place.path(), "row").solve(&Solver::new(), &game);
    assert!(matches!(error.map(|_| ()), Err(Error::Overflow { .. })));
    assert_eq!(TableFile::head(place.path()).unwrap().done, 0);
}

#[test]
fn what_a_killed_creation_left_is_removed() {
    let place = Place::new();
    let new = place.0.path().join("table.stonegame-new");
    std::fs::write(&new, [1; 100]).unwrap();
    let file = TableFile::new(place.path(), "row");
    file.solve(&Solver::new(), &ends(5, 100)).unwrap();
    assert!(!new.exists());
    std::fs::write(&new, [1; 100]).unwrap();
    file.solve(&Solver::new(), &ends(5, 100)).unwrap();
    assert!(!new.exists());
}

#[test]
fn saved_solutions_are_searched() {
    use crate::Engine::{Memo, Retrograde, Table};
    let place = Place::new();
    let game = ends(30, 3_000);
    for engine in [Memo, Retrograde] {
        let solution = Solver::new().engine(engine).solve(&game).unwrap();
        assert_eq!(solution.save(place.path(), "row").unwrap(), solution.positions());
        let saved = Saved::<i64>::open(place.path()).unwrap();
        assert_eq!(
            (saved.rules(), saved.len(), saved.is_empty()),
            ("row", solution.positions(), false)
        );
        let mut seen = Vec::new();
        for state in crate::reachable(&game, 1_000).positions {
            let plies =
                if engine == Retrograde { solution.distance_of(&state).unwrap() } else { None };
            let value = solution.value_of(&state).unwrap();
            assert_eq!(saved.value_of(&state).unwrap(), Some((value, plies)), "{state:?}");
            seen.push((format!("{state:?}"), value, plies));
        }
        seen.sort();
        let mut all = Vec::new();
        saved
            .each(|position, value, plies| {
                all.push((position.to_string(), value, plies));
                Ok::<(), Error>(())
            })
            .unwrap();
        assert_eq!(all, seen);
        assert_eq!(saved.find("nothing").unwrap(), None);
        let again = Saved::<i64>::open(place.path()).unwrap().solution(&game, "row").unwrap();
        assert_eq!((again.value(), again.line()), (solution.value(), solution.line()));
        assert_eq!(again.moves(again.start()), solution.moves(solution.start()));
        assert_eq!(again.distance_of(again.start()).is_ok(), engine == Retrograde);
        let other = Saved::<i64>::open(place.path()).unwrap().solution(&game, "wor").map(|_| ());
        assert!(other.unwrap_err().to_string().contains("of `row`, and this game of `wor`"));
        assert_eq!(saved.value_of(&Span::<1>::new(31, 0..1)).unwrap(), None);
    }
    let refused = |words: &str| {
        let error = Saved::<i64>::open(place.path()).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    };
    let whole = place.bytes();
    assert!(Saved::<i32>::open(place.path()).unwrap_err().to_string().contains("of type i64"));
    for at in (0..whole.len()).step_by(37) {
        let mut bytes = whole.clone();
        bytes[at] ^= 4;
        std::fs::write(place.path(), bytes).unwrap();
        refused(if at < 8 { "no saved solution" } else { "damaged" });
    }
    for length in [0, 100, 5000, whole.len() - 1] {
        std::fs::write(place.path(), &whole[..length]).unwrap();
        refused(if length == 0 { "" } else { "damaged" });
    }
    let table = Solver::new().engine(Table).solve(&game).unwrap();
    assert!(matches!(table.save(place.path(), "row"), Err(Error::CannotRun { .. })));
    // For the value alone some positions may be left out.
    let marked = Marked::<3> { piles: 100, every: 17 };
    let solver = Solver::new().engine(Memo);
    solver.solve(&marked).unwrap().save(place.path(), "row").unwrap();
    let part = solver.clone().question(Question::Value).solve(&marked).unwrap();
    assert!(matches!(part.save(place.path(), "row"), Err(Error::CannotRun { .. })));
    let marked = Marked::<3> { piles: 3_000, every: 17 };
    let little = solver.memory(300_000).solve(&marked).unwrap();
    let error = little.save(place.path(), "row").unwrap_err();
    assert!(matches!(error, Error::OverBudget { .. }), "{error}");
    // Nothing is left of what could not be written.
    let error = part.save(place.path().join("x"), "row").unwrap_err();
    assert!(matches!(error, Error::CannotRun { .. }), "{error}");
    let names = std::fs::read_dir(place.0.path()).unwrap().map(|entry| entry.unwrap().file_name());
    assert_eq!(names.collect::<Vec<_>>(), ["table"]);
}

#[test]
fn words_about_a_file() {
    let place = Place::new();
    let file = TableFile::new(place.path(), "1,5,2").sync(true);
    let game = Ends::<i64>([1, 5, 2].into());
    let plan = file.solve(&Solver::new(), &game).unwrap().plan().to_string();
    assert!(
        plan.starts_with("table: in the file") && plan.ends_with("8 bits a position"),
        "{plan}"
    );
    let head = TableFile::head(place.path()).unwrap();
    assert_eq!((head.rules.as_str(), head.value.as_str()), ("1,5,2", "i64"));
    assert_eq!(head.to_string(), "10 positions of i64 in 8 bits each, 4 of 4 layers filled");
    let _: Box<dyn core::any::Any> = Box::new(head);
}
