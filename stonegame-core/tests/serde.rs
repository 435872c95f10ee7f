//! States, values and plans as text: what is written is read again, and what makes none is refused.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;
use stonegame_core::prelude::*;
use stonegame_core::{Engine, Lanes, Plan, Player, Question, play_out};

/// What is written of an item; it is read again.
fn text<T: Serialize + DeserializeOwned + PartialEq + Debug>(item: T) -> String {
    let text = serde_json::to_string(&item).unwrap();
    assert_eq!(serde_json::from_str::<T>(&text).unwrap(), item, "{text}");
    text
}

/// Why a text is none.
fn refused<T: DeserializeOwned + Debug>(text: &str) -> String {
    serde_json::from_str::<T>(text).unwrap_err().to_string()
}

#[test]
fn states_are_read_again() {
    let row: Row<i64> = [5, 3, 4, 1].into();
    let whole: Span = row.span();
    let (pile, rest) = whole.pop(End::Left).unwrap();
    assert_eq!(text(rest), r#"{"from":1,"to":4,"n":4}"#);
    assert_eq!(text(pile), r#"{"from":0,"to":1,"n":4}"#);
    assert_eq!(text(Suffix::<3>::last(4, 1).unwrap()), r#"{"from":3,"to":4,"n":4}"#);
    assert_eq!(text(Subset::<u8>::of(5, [0, 3]).unwrap()), r#"{"n":5,"numbers":[0,3]}"#);
    assert_eq!(text(Heaps([3, 5])), "[3,5]");
    assert_eq!(text(Multiset::<4>::new([3, 0, 5]).unwrap()), "[5,3]");
    assert_eq!(text(row.clone()), "[5,3,4,1]");
    assert_eq!(text(End::Right), r#""right""#);

    let sums = Sums::up_to(2, row).unwrap();
    let text = serde_json::to_string(&sums).unwrap();
    assert_eq!(text, r#"{"row":[5,3,4,1],"longest":2}"#);
    let again: Sums<i64> = serde_json::from_str(&text).unwrap();
    assert_eq!((again.values(), again.longest()), (sums.values(), 2));
}

#[test]
fn values_and_plans_are_read_again() {
    assert_eq!(text(Outcome::Draw), r#""draw""#);
    assert_eq!(text(WinLoss::Win), r#""win""#);
    assert_eq!(text(Distance::Win(3)), r#"{"win":3}"#);
    assert_eq!(text(Lanes([1i64, 2])), "[1,2]");
    assert_eq!(text(Player::Second), r#""second""#);
    assert_eq!(text(Question::Line), r#""line""#);
    for engine in Engine::ALL {
        assert_eq!(text(engine), format!("\"{engine}\""));
    }
}

#[test]
fn what_breaks_an_invariant_is_refused() {
    for span in [
        r#"{"from":1,"to":5,"n":4}"#,
        r#"{"from":3,"to":2,"n":4}"#,
        r#"{"from":0,"to":18446744073709551615,"n":4}"#,
    ] {
        assert!(refused::<Span>(span).contains("no span"), "{span}");
        assert!(refused::<Suffix>(span).contains("no suffix"), "{span}");
    }
    assert!(refused::<Suffix>(r#"{"from":0,"to":2,"n":4}"#).contains("no suffix"));
    assert!(
        refused::<stonegame_core::states::Pile>(r#"{"from":0,"to":2,"n":4}"#).contains("no pile")
    );
    assert!(refused::<Subset<u8>>(r#"{"n":9,"numbers":[]}"#).contains("no set"));
    assert!(refused::<Subset<u8>>(r#"{"n":3,"numbers":[3]}"#).contains("no set"));
    assert!(refused::<Multiset<2>>("[1,2,3]").contains("more than 2 heaps"));
    assert!(refused::<Heaps<2>>("[1,2,3]").contains("2 items"));
    assert!(refused::<Sums<i32>>("{}").contains("row"));
    assert!(refused::<Sums<i32>>(r#"{"row":[2147483647,1],"longest":null}"#).contains("overflow"));
    assert!(refused::<Outcome>(r#""tie""#).contains("win, draw or loss"));
    assert!(refused::<Engine>(r#""magic""#).contains("the name of an engine"));
}

struct Ends(Row<i64>);

impl Game for Ends {
    type State = Span;
    type Move = End;
    type Value = i64;
    fn start(&self) -> Span {
        self.0.span()
    }
    fn play(&self, span: &Span, end: &End) -> Option<Step<Self>> {
        let (pile, rest) = span.pop(*end)?;
        Some(Step::to(rest).gain(self.0[pile]))
    }
}

#[test]
fn solutions_and_lines_tell_what_they_know() {
    let game = Ends([1, 5].into());
    let solution = solve(&game).unwrap();
    let told = serde_json::to_value(&solution).unwrap();
    assert_eq!((&told["value"], &told["positions"]), (&4.into(), &6.into()));
    let plan: Plan = serde_json::from_value(told["plan"].clone()).unwrap();
    assert_eq!(&plan, solution.plan());
    let line = serde_json::to_string(&solution.line().unwrap()[0]).unwrap();
    assert_eq!(
        line,
        r#"{"by":"first","state":{"from":0,"to":2,"n":2},"move":"right","gain":5,"value":4}"#
    );
    let played = play_out(&game, 9, |_, moves| Ok(moves[0])).unwrap();
    let told = serde_json::to_value(&played).unwrap();
    assert_eq!((&told["finished"], &told["plies"][1]["move"]), (&true.into(), &"left".into()));
}
