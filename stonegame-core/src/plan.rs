//! Which engine is to solve a game: one pure function, read from top to bottom.

use crate::error::Bytes;
use crate::{Engine, Shape};
use alloc::format;
use alloc::string::String;
use core::fmt;

/// What is asked of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Question {
    /// The value of one position.
    Value,
    /// That, with a line of best play from it and a few positions besides.
    Line,
    /// The values of many positions: each in constant time, if memory allows.
    #[default]
    All,
}

/// An engine, and why it was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Plan {
    /// The engine.
    pub engine: Engine,
    /// Why, in a few words for a person.
    pub reason: String,
    /// The most bytes that it will take, where that can be told beforehand.
    pub memory: Option<u64>,
}

/// Writes the engine and the reason.
impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.engine, self.reason)
    }
}

/// How many positions are so many that a line by a theorem, which looks at parts of them at every ply, would
/// take hours.
const MANY: u64 = 1 << 34;

/// The engine for a question about a game of some shape, within a memory budget in bytes.
///
/// Pure and total: it looks at nothing but its arguments and always chooses. The table and rolling
/// are never chosen above the budget; the memo, which cannot tell beforehand what it needs, is
/// what remains, and it stops at the budget by itself.
///
/// What lies beyond memory is never chosen, and is worth its price as follows. A table in a file (`TableFile`, feature `file`) holds
/// as many positions as the disk, takes about the time of a table in memory (0.7 to 1.3 of it for 486), and pays where every value is wanted, or a solve takes so long that it had
/// better survive being killed; where the start's value or a line is all that is wanted, rolling needs neither. Many workers (`Cluster`,
/// feature `cluster`) bring the memory of several machines to positions that are hashed, and halve the time of games that go round; on one
/// machine the memo takes less time than two workers where play cannot go round, and games with few positions a ply are refused, since
/// workers would wait for one another at every one. [`AlphaBeta`](crate::AlphaBeta) needs no more than a part of the positions, if one value is wanted.
///
/// ```
/// use stonegame_core::{Engine, Question, Shape, plan, prelude::*};
/// # struct Ends(Row<i64>);
/// # impl Game for Ends {
/// #     type State = Span; type Move = End; type Value = i64;
/// #     fn start(&self) -> Span { self.0.span() }
/// #     fn play(&self, span: &Span, end: &End) -> Option<Step<Self>> {
/// #         let (pile, rest) = span.pop(*end)?;
/// #         Some(Step::to(rest).gain(self.0[pile]))
/// #     }
/// # }
/// let game = Ends((0..100_000).collect()); // 5,000,150,001 spans: a table of 40 GB
/// let plan = plan(&Shape::of(&game)?, Question::Line, 8 << 30);
/// assert_eq!(plan.engine, Engine::Rolling);
/// println!("{}: {}", plan.engine, plan.reason);
/// # Ok::<(), Error>(())
/// ```
#[must_use]
pub fn plan(shape: &Shape, question: Question, budget: u64) -> Plan {
    choose(shape, question, budget, &Engine::ALL).into()
}

/// A plan whose reason is not yet written out: most are never read.
pub(crate) struct Choice {
    pub(crate) engine: Engine,
    pub(crate) reason: Reason,
    pub(crate) memory: Option<u64>,
}

impl From<Choice> for Plan {
    fn from(choice: Choice) -> Plan {
        let Choice { engine, reason, memory } = choice;
        Plan { engine, reason: format!("{reason}"), memory }
    }
}

/// Why an engine is chosen. Sizes are in bytes; of a table, `None` if 64 bits cannot count them.
pub(crate) enum Reason {
    AskedFor,
    Theorem(&'static str),
    Sparse,
    TooMany,
    GoesRound,
    #[cfg(feature = "file")]
    Saved {
        path: String,
    },
    #[cfg(feature = "file")]
    InFile {
        path: String,
        bits: u64,
    },
    AllPositions {
        table: u64,
    },
    FewLayers {
        reach: usize,
        layers: usize,
        rolling: u64,
        table: Option<u64>,
        over: bool,
    },
    SavesLittle {
        table: u64,
    },
    OverBudget {
        table: Option<u64>,
        budget: u64,
    },
    NoTable {
        table: Option<u64>,
    },
    NothingElse,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MET: &str = "positions are hashed as they are met";
        match self {
            Reason::AskedFor => f.write_str("asked for"),
            Reason::Theorem(source) => f.write_str(source),
            Reason::Sparse => write!(f, "the space is sparse, so {MET}"),
            Reason::GoesRound => f.write_str(
                "play can go round, so positions are decided backwards from those where it ends",
            ),
            #[cfg(feature = "file")]
            Reason::Saved { path } => write!(f, "saved in the file {path}"),
            #[cfg(feature = "file")]
            Reason::InFile { path, bits } => {
                write!(
                    f,
                    "in the file {path}, {bits} {} a position",
                    if *bits == 1 { "bit" } else { "bits" }
                )
            }
            Reason::TooMany => write!(f, "too many positions to number, so {MET}"),
            Reason::AllPositions { table } => {
                write!(f, "layered, and a table of all positions takes {}", Bytes(*table))
            }
            Reason::FewLayers { reach, layers, rolling, table, over } => write!(
                f,
                "layered, and moves reach back {reach} of {layers} layers: {} instead of {}{}",
                Bytes(*rolling),
                OfTable(*table),
                match (over, table) {
                    (true, Some(_)) => ", over the budget, which a file could hold",
                    (true, None) => ", over the budget",
                    (false, _) => "",
                },
            ),
            Reason::SavesLittle { table } => {
                write!(f, "layered, and rolling would save little of {}", Bytes(*table))
            }
            Reason::OverBudget { table, budget } => write!(
                f,
                "a table would take {}, over the budget of {}, so only positions that are met are kept{}",
                OfTable(*table),
                Bytes(*budget),
                if table.is_some() { "; a file could hold it" } else { "" },
            ),
            Reason::NoTable { table } => write!(
                f,
                "a table would take {}, but may not be taken, so only positions that are met are kept",
                OfTable(*table),
            ),
            Reason::NothingElse => f.write_str("no other engine may or can run"),
        }
    }
}

/// What a table takes.
struct OfTable(Option<u64>);

impl fmt::Display for OfTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(bytes) => Bytes(bytes).fmt(f),
            None => f.write_str("more than 16 EiB"),
        }
    }
}

/// [`plan`] among these engines alone; the reference where none of them can run.
pub(crate) fn choose(shape: &Shape, question: Question, budget: u64, among: &[Engine]) -> Choice {
    let needs = |engine| shape.needs(engine, question);
    let on = |engine| among.contains(&engine);
    let fits = |engine| needs(engine).filter(|bytes| on(engine) && *bytes <= budget);
    let choice = |engine, reason| Choice { engine, reason, memory: needs(engine) };

    let (table, rolling) = (fits(Engine::Table), fits(Engine::Rolling));
    if let Some(theorem) = shape.theorem.filter(|_| on(Engine::Theorem)) {
        // An engine visits every position once; many answers from a theorem take longer, but better so than
        // not at all, if it is not too long.
        let engine_fits = table.is_some() || rolling.is_some();
        let few = shape.positions.is_some_and(|positions| positions <= MANY);
        let more = !shape.start_only && (shape.instant || !engine_fits && few);
        if question == Question::Value || more {
            return choice(Engine::Theorem, Reason::Theorem(theorem));
        }
    }
    let hash = |reason| match on(Engine::Memo) {
        true => choice(Engine::Memo, reason),
        false => choice(Engine::Reference, Reason::NothingElse),
    };
    if shape.layers == 0 || shape.positions.is_none() {
        return hash(if shape.sparse { Reason::Sparse } else { Reason::TooMany });
    }
    let of_table = needs(Engine::Table);
    let over = of_table.is_none_or(|bytes| bytes > budget);
    match (table, rolling) {
        // Many positions are wanted, and there is room for all.
        (Some(table), _) if question == Question::All => {
            choice(Engine::Table, Reason::AllPositions { table })
        }
        // One line is wanted, and little need be kept for it.
        (table, Some(rolling)) if table.is_none_or(|table| rolling <= table / 2) => {
            let Shape { reach, layers, .. } = *shape;
            let reason = Reason::FewLayers { reach, layers, rolling, table: of_table, over };
            choice(Engine::Rolling, reason)
        }
        (Some(table), _) => choice(Engine::Table, Reason::SavesLittle { table }),
        (None, _) if over => hash(Reason::OverBudget { table: of_table, budget }),
        (None, _) => hash(Reason::NoTable { table: of_table }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPARSE: Shape = Shape {
        layers: 0,
        sparse: true,
        positions: Some(0),
        widest: 0,
        even: false,
        reach: 0,
        value_bytes: 8,
        value_bits: 0,
        theorem: None,
        instant: false,
        start_only: false,
    };

    fn spans(n: usize) -> Shape {
        Shape {
            layers: n + 1,
            positions: Some((n as u64 + 1) * (n as u64 + 2) / 2),
            widest: n + 1,
            sparse: false,
            reach: 1,
            ..SPARSE
        }
    }

    fn chain(n: usize, reach: usize) -> Shape {
        Shape {
            layers: n,
            positions: Some(n as u64),
            widest: 1,
            even: true,
            sparse: false,
            reach,
            ..SPARSE
        }
    }

    fn grid(layers: usize, width: usize, reach: usize) -> Shape {
        let positions = (layers as u64).checked_mul(width as u64);
        Shape { layers, positions, sparse: false, widest: width, even: true, reach, ..SPARSE }
    }

    #[test]
    fn a_table_of_cases() {
        use Engine::{Memo, Rolling, Table, Theorem};
        use Question::{All, Line, Value};
        const GIB: u64 = 1 << 30;
        let huge = Shape { positions: None, ..grid(usize::MAX, usize::MAX, 1) };
        for (shape, question, budget, engine, reason) in [
            (
                SPARSE,
                Value,
                GIB,
                Memo,
                "the space is sparse, so positions are hashed as they are met",
            ),
            (SPARSE, All, 0, Memo, "the space is sparse, so positions are hashed as they are met"),
            (
                spans(40),
                Value,
                GIB,
                Rolling,
                "layered, and moves reach back 1 of 41 layers: 656 bytes instead of 7.1 KiB",
            ),
            (spans(40), Line, GIB, Table, "layered, and rolling would save little of 7.1 KiB"),
            (spans(40), All, GIB, Table, "layered, and a table of all positions takes 7.1 KiB"),
            (
                spans(5_000),
                Value,
                GIB,
                Rolling,
                "layered, and moves reach back 1 of 5001 layers: 78.2 KiB instead of 95.5 MiB",
            ),
            (
                spans(5_000),
                Line,
                GIB,
                Rolling,
                "layered, and moves reach back 1 of 5001 layers: 7.7 MiB instead of 95.5 MiB",
            ),
            (spans(5_000), All, GIB, Table, "layered, and a table of all positions takes 95.5 MiB"),
            (
                spans(5_000),
                All,
                64 << 20,
                Rolling,
                "layered, and moves reach back 1 of 5001 layers: 7.7 MiB instead of 95.5 MiB, over the budget, which a file could hold",
            ),
            (
                spans(5_000),
                All,
                1 << 20,
                Memo,
                "a table would take 95.5 MiB, over the budget of 1.0 MiB, so only positions that are met are kept; a file could hold it",
            ),
            (
                spans(100_000),
                All,
                8 * GIB,
                Rolling,
                "layered, and moves reach back 1 of 100001 layers: 633.3 MiB instead of 37.3 GiB, over the budget, which a file could hold",
            ),
            (
                chain(1_000_001, 3),
                Value,
                GIB,
                Rolling,
                "layered, and moves reach back 3 of 1000001 layers: 32 bytes instead of 7.7 MiB",
            ),
            (
                chain(1_000_001, 3),
                All,
                GIB,
                Table,
                "layered, and a table of all positions takes 7.7 MiB",
            ),
            (
                chain(1 << 20, 1 << 20),
                Value,
                GIB,
                Table,
                "layered, and rolling would save little of 8.0 MiB",
            ),
            (
                chain(1 << 40, 1 << 40),
                Value,
                GIB,
                Memo,
                "a table would take 8.0 TiB, over the budget of 1.0 GiB, so only positions that are met are kept; a file could hold it",
            ),
            (
                grid(2001, 1000, 2001),
                All,
                GIB,
                Table,
                "layered, and a table of all positions takes 15.3 MiB",
            ),
            (
                grid(2001, 1000, 4),
                Value,
                GIB,
                Rolling,
                "layered, and moves reach back 4 of 2001 layers: 62.5 KiB instead of 15.3 MiB",
            ),
            (
                huge,
                Value,
                GIB,
                Memo,
                "too many positions to number, so positions are hashed as they are met",
            ),
            (Shape { theorem: Some("proved"), ..spans(40) }, Value, 0, Theorem, "proved"),
            (
                Shape { theorem: Some("proved"), ..spans(40) },
                Line,
                GIB,
                Table,
                "layered, and rolling would save little of 7.1 KiB",
            ),
            (Shape { theorem: Some("proved"), ..spans(40) }, All, 0, Theorem, "proved"),
            (
                Shape { theorem: Some("proved"), instant: true, ..spans(40) },
                All,
                GIB,
                Theorem,
                "proved",
            ),
            (Shape { theorem: Some("proved"), ..SPARSE }, Line, GIB, Theorem, "proved"),
            (
                Shape { theorem: Some("proved"), start_only: true, ..SPARSE },
                Line,
                GIB,
                Memo,
                "the space is sparse, so positions are hashed as they are met",
            ),
            (
                Shape { theorem: Some("proved"), start_only: true, ..SPARSE },
                Value,
                GIB,
                Theorem,
                "proved",
            ),
            (
                Shape { theorem: Some("proved"), ..spans(1_000_000) },
                Line,
                GIB,
                Memo,
                "a table would take 3.7 TiB, over the budget of 1.0 GiB, so only positions that are met are kept; a file could hold it",
            ),
            (
                chain(0, 0),
                Value,
                GIB,
                Memo,
                "too many positions to number, so positions are hashed as they are met",
            ),
        ] {
            let plan = plan(&shape, question, budget);
            assert_eq!(
                (plan.engine, plan.reason.as_str()),
                (engine, reason),
                "{shape:?} {question:?}"
            );
            // Never above the budget, where it can be told.
            assert!(plan.memory.is_none_or(|bytes| bytes <= budget), "{plan:?}");
        }
    }

    #[test]
    fn engines_can_be_switched_off() {
        use Engine::{Memo, Reference, Rolling, Table, Theorem};
        let proved = Shape { theorem: Some("proved"), instant: true, ..spans(40) };
        for (among, engine, reason) in [
            (&Engine::ALL[..], Theorem, "proved"),
            (
                &[Reference, Memo, Table, Rolling],
                Table,
                "layered, and a table of all positions takes 7.1 KiB",
            ),
            (
                &[Reference, Memo, Rolling],
                Rolling,
                "layered, and moves reach back 1 of 41 layers: 5.3 KiB instead of 7.1 KiB",
            ),
            (
                &[Reference, Memo],
                Memo,
                "a table would take 7.1 KiB, but may not be taken, so only positions that are met are kept",
            ),
            (&[], Reference, "no other engine may or can run"),
        ] {
            let plan = Plan::from(choose(&proved, Question::All, 1 << 30, among));
            assert_eq!((plan.engine, plan.reason.as_str()), (engine, reason));
        }
    }

    #[test]
    fn needs_never_overflow() {
        for shape in
            [grid(usize::MAX, usize::MAX, usize::MAX), grid(1, usize::MAX, 1), spans(1 << 31)]
        {
            for engine in Engine::ALL {
                for question in [Question::Value, Question::Line, Question::All] {
                    let _ = shape.needs(engine, question);
                    let _ = plan(&shape, question, u64::MAX);
                }
            }
        }
    }
}
