//! Octal games and their kin: against a plain mex, against published nimbers, and against published periods.
#![allow(missing_docs)]

use proptest::prelude::*;
use stonegame_core::Misere;
use stonegame_games::octal::{Nimbers, Period, Rule};
use stonegame_games::play::Play;
use stonegame_games::take_and_break::{Heaps, TakeAndBreak};

/// The nimbers of the heaps up to one, by the definition.
fn plain(rule: &Rule, heap: usize) -> Vec<u32> {
    let mut values = vec![];
    for _ in 0..=heap {
        values.push(one(rule, &values));
    }
    values
}

/// The nimber of the next heap, by the definition.
fn one(rule: &Rule, values: &[u32]) -> u32 {
    let next = values.len();
    let mut seen = vec![false; 4096];
    let largest = if rule.is_open() { next } else { rule.last().min(next) };
    for taken in 0..=largest {
        let (digit, left) = (rule.digit(taken), next - taken);
        if digit & 1 != 0 && left == 0 {
            seen[0] = true;
        }
        if digit & 2 != 0 && left > 0 {
            seen[values[left] as usize] = true;
        }
        for a in 1..if digit & 4 != 0 { left } else { 0 } {
            seen[(values[a] ^ values[left - a]) as usize] = true;
        }
        for a in 1..if digit & 8 != 0 { left } else { 0 } {
            for b in 1..left - a {
                seen[(values[a] ^ values[b] ^ values[left - a - b]) as usize] = true;
            }
        }
    }
    seen.iter().position(|seen| !seen).unwrap() as u32
}

/// The nimbers up to a heap.
fn nimbers(rule: &Rule, heap: usize) -> Vec<u32> {
    let mut nimbers = Nimbers::new(rule.clone());
    nimbers.extend(heap).unwrap();
    assert_eq!(nimbers.len(), heap + 1);
    nimbers.to_vec()
}

fn rule(text: &str) -> Rule {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn octal_codes(first in 0u8..2, digits in prop::collection::vec(0u8..8, 1..5)) {
        let digits: String = digits.iter().map(u8::to_string).collect();
        let rule = rule(&format!("{}.{digits}", 4 * first));
        // Beyond the heap from which on the ways are tried against each other.
        let most = if cfg!(debug_assertions) { 700 } else { 5_000 };
        let step = if cfg!(debug_assertions) { 7 } else { 50 };
        let found = nimbers(&rule, most);
        prop_assert_eq!(&found[..=200], plain(&rule, 200));
        for heap in (200..=most).step_by(step) {
            prop_assert_eq!(found[heap], one(&rule, &found[..heap]), "{} at {}", rule, heap);
        }
    }

    #[test]
    fn hexadecimal_codes(first in 0u8..4, digits in prop::collection::vec(0u8..16, 1..4)) {
        let digits: String = digits.iter().map(|digit| format!("{digit:x}")).collect();
        let rule = rule(&format!("{:x}.{digits}", 4 * first));
        prop_assert_eq!(nimbers(&rule, 60), plain(&rule, 60));
    }

    #[test]
    fn subtraction_and_all_but(
        numbers in prop::collection::btree_set(1usize..20, 0..6),
        all_but: bool,
        steps in prop::collection::vec(0usize..200, 1..4),
    ) {
        let rule = if all_but { Rule::all_but(numbers) } else { Rule::subtraction(numbers) }.unwrap();
        let mut nimbers = Nimbers::new(rule.clone());
        // Step by step, as progress is looked at.
        steps.iter().for_each(|heap| nimbers.extend(*heap).unwrap());
        let all = plain(&rule, *steps.iter().max().unwrap());
        prop_assert_eq!(nimbers.to_vec(), all);
    }

    /// What is proven holds far beyond.
    #[test]
    fn periods(code in prop::collection::vec(0u8..8, 1..3), numbers in prop::collection::btree_set(1usize..9, 1..4)) {
        let code: String = code.iter().map(u8::to_string).collect();
        let all_but = Rule::all_but(numbers.clone()).unwrap();
        for rule in [rule(&format!("0.{code}")), Rule::subtraction(numbers).unwrap(), all_but] {
            let mut nimbers = Nimbers::new(rule.clone());
            if let Some(period) = nimbers.prove(1_000).unwrap() {
                let far = period.proven_at + 2 * period.period + 50;
                let all = self::nimbers(&rule, far);
                prop_assert!(period.holds(&rule, |heap| all[heap]), "{} {:?}", rule, period);
                for (heap, value) in all.iter().enumerate() {
                    prop_assert_eq!(nimbers.get(heap as u64), Some(*value), "{} {:?} {}", rule, period, heap);
                }
                least(&period, &all);
            }
        }
    }
}

/// No shorter period and no earlier start would do.
fn least(period: &Period, all: &[u32]) {
    let Period { preperiod, period: p, saltus, .. } = *period;
    let repeats = |from: usize, p: usize, saltus: u32| {
        (from..all.len() - p).all(|n| all[n + p] == all[n] + saltus)
    };
    assert!(repeats(preperiod, p, saltus));
    assert!(preperiod == 0 || !repeats(preperiod - 1, p, saltus), "{period:?}");
    for shorter in 1..p {
        let raised = all[preperiod + shorter].checked_sub(all[preperiod]);
        assert!(raised.is_none_or(|raised| !repeats(preperiod, shorter, raised)), "{period:?}");
    }
}

/// A line of a table with a heading: each field by its name.
fn table(text: &'static str) -> impl Iterator<Item = impl Fn(&str) -> &'static str> {
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().unwrap().split('\t').collect();
    lines.map(move |line| {
        let (names, fields) = (names.clone(), line.split('\t').collect::<Vec<_>>());
        move |name: &str| fields[names.iter().position(|n| *n == name).unwrap()]
    })
}

#[test]
fn published_periods() {
    for line in include_str!("../data/octal_trivial.jsonl").lines() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let numbers = |key: &str| -> Vec<u32> {
            row[key].as_array().unwrap().iter().map(|n| n.as_u64().unwrap() as u32).collect()
        };
        let mut nimbers = Nimbers::new(rule(row["game"].as_str().unwrap()));
        let period = nimbers.prove(10_000).unwrap().unwrap_or_else(|| panic!("{row}"));
        assert_eq!(period.preperiod as u64, row["preperiod"].as_u64().unwrap(), "{row}");
        assert_eq!(period.period as u64, row["period"].as_u64().unwrap(), "{row}");
        let all = [numbers("prefix_nimvalues"), numbers("period_nimvalues")].concat();
        let found: Vec<u32> =
            (0..all.len() as u64).map(|heap| nimbers.get(heap).unwrap()).collect();
        assert_eq!(found, all, "{row}");
    }
}

/// The verified rows but those that take minutes, and without optimisation those that take a second.
#[test]
fn published_longer_periods() {
    let most = if cfg!(debug_assertions) { 20_000 } else { 700_000 };
    let mut proven = 0;
    for row in table(include_str!("../data/octal_periods.tsv")) {
        let Ok(preperiod) = row("preperiod").parse::<usize>() else { continue };
        if row("status") != "verified" || 2 * preperiod > most {
            continue;
        }
        let mut nimbers = Nimbers::new(rule(row("game")));
        let period = nimbers.prove(most).unwrap().unwrap_or_else(|| panic!("{}", row("game")));
        assert_eq!(period.preperiod, preperiod, "{}", row("game"));
        assert_eq!(period.period.to_string(), row("period"), "{}", row("game"));
        assert!(period.holds(nimbers.rule(), |heap| nimbers.get(heap as u64).unwrap()));
        if let (Ok(largest), Ok(heap)) = (row("largest_nimber").parse(), row("largest_idx").parse())
        {
            assert_eq!(nimbers.get(heap), Some(largest), "{}", row("game"));
            assert_eq!(nimbers.iter().max(), Some(largest), "{}", row("game"));
        }
        proven += 1;
    }
    assert!(proven >= if cfg!(debug_assertions) { 9 } else { 10 }, "{proven}");
}

/// The longest that are known and take seconds. 0.16 has period 149459 after 105351 values; 0.127 has period 4 only
/// after 46577, and a false run of 574 before.
#[test]
#[cfg_attr(debug_assertions, ignore = "takes a minute without optimisation")]
fn the_longest_periods() {
    for (code, preperiod, period, proven_at) in [
        ("0.16", 105_351, 149_459, 509_621),
        ("0.127", 46_578, 4, 93_166),
        ("0.376", 2_268_248, 4, 4_536_506),
        ("0.354", 10_061_916, 1180, 20_126_194),
    ] {
        let mut nimbers = Nimbers::new(rule(code));
        let found = nimbers.prove(21_000_000).unwrap().unwrap();
        assert_eq!(
            (found.preperiod, found.period, found.proven_at),
            (preperiod, period, proven_at)
        );
        assert_eq!(nimbers.len(), proven_at + 1, "{code}: stops at the first heap that proves it");
    }
}

#[test]
fn the_same_game_in_other_words() {
    let most = if cfg!(debug_assertions) { 400 } else { 2_500 };
    let mut rows = 0;
    for row in table(include_str!("../data/octal_equivalences.tsv")) {
        let shift: isize = row("shift").parse().unwrap();
        let [game, canonical] = ["game", "canonical"].map(|key| nimbers(&rule(row(key)), most));
        for (heap, nimber) in game.iter().enumerate() {
            if let Some(other) =
                heap.checked_add_signed(-shift).and_then(|heap| canonical.get(heap))
            {
                assert_eq!(nimber, other, "{} at {heap}", row("game"));
            }
        }
        rows += 1;
    }
    assert_eq!(rows, 425);
}

#[test]
fn published_sequences() {
    let rules = [
        ("A002186", rule("0.77")),
        ("A014586", rule("squares")),
        ("A014587", rule("factorials")),
        ("A014589", rule("primes")),
        ("A071430", rule("0.16")),
        ("A071435", rule("0.177")),
        ("A071452", rule("0.11377")),
        ("A071464", rule("0.127")),
        ("A125829", rule("0.115")),
        ("cgsuite:Kayles", rule("0.77")),
        ("cgsuite:Subtraction[2,3,7]", rule("{2,3,7}")),
        ("cgsuite:0.3F", rule("0.3F")),
    ];
    let mut rows = 0;
    for line in include_str!("../data/nim_sequences.jsonl").lines() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let Some((_, rule)) = rules.iter().find(|(id, _)| row["id"] == *id) else { continue };
        let terms = row["terms"].as_array().unwrap();
        let first = row["index_of_first_term"].as_u64().unwrap() as usize;
        let found = nimbers(rule, first + terms.len() - 1);
        for (term, nimber) in terms.iter().zip(&found[first..]) {
            assert_eq!(term.as_u64(), Some(u64::from(*nimber)), "{}", row["id"]);
        }
        rows += 1;
    }
    assert_eq!(rows, rules.len());
    // The heaps that are lost where Fibonacci numbers may be taken: OEIS A001581.
    let mut fibonacci = Nimbers::new(rule("fibonacci"));
    fibonacci.extend(310).unwrap();
    let lost: Vec<u64> = fibonacci.zeros().skip(1).map(|heap| heap as u64).collect();
    assert_eq!(lost, terms("A001581"));
}

/// The terms of a published sequence.
fn terms(id: &str) -> Vec<u64> {
    let rows = include_str!("../data/nim_sequences.jsonl").lines();
    let mut rows = rows.map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let row = rows.find(|row| row["id"] == id).unwrap();
    row["terms"].as_array().unwrap().iter().map(|term| term.as_u64().unwrap()).collect()
}

/// Games in which any number may be taken: Nim, and Lasker's Nim, whose nimbers E. Lasker gave in *Brettspiele der Völker*
/// (1931).
#[test]
fn any_number() {
    assert_eq!(nimbers(&rule("0.3..."), 300), (0..=300).collect::<Vec<u32>>());
    let lasker = (0..=300u32).map(|heap| match heap % 4 {
        3 => heap + 1,
        0 if heap > 0 => heap - 1,
        _ => heap,
    });
    assert_eq!(nimbers(&rule("4.3..."), 300), lasker.collect::<Vec<u32>>());
    for code in ["0.7...", "0.12...", "4.03...", "0.1...", "0.37..."] {
        assert_eq!(nimbers(&rule(code), 80), plain(&rule(code), 80), "{code}");
        assert_eq!(Nimbers::new(rule(code)).prove(60).unwrap(), None, "{code}");
    }
    // What of infinitely many numbers is left out would tell on larger heaps.
    assert_eq!(Nimbers::new(rule("squares")).prove(500).unwrap(), None);
    let error = Nimbers::new(rule("squares")).extend(2_000_000).unwrap_err();
    assert!(error.to_string().contains("up to 1048576 beans"), "{error}");
}

/// The misère nimbers of single heaps.
#[test]
fn misere_sequences() {
    for (id, code) in [
        ("cgsuite:DawsonsKayles.MisereNimValue", "0.07"),
        ("cgsuite:Nim.MisereNimValue", "0.3..."),
        ("cgsuite:0.3F.MisereNimValue", "0.3F"),
    ] {
        let game = TakeAndBreak::new(rule(code), [], Play::Misere);
        let mut misere = Misere::new(&game);
        let found = (0..=20).map(|heap| misere.nimber(&Heaps::from([heap])));
        let found: Vec<u64> = found.map(|nimber| nimber.unwrap().into()).collect();
        assert_eq!(found, terms(id), "{id}");
    }
    // *Winning Ways*, chapter 13: the genera of Kayles, whose fifth heap is wild.
    let game = TakeAndBreak::new(rule("0.77"), [], Play::Misere);
    let mut misere = Misere::new(&game);
    let genera = (0..10).map(|heap| misere.genus(&Heaps::from([heap])).unwrap().to_string());
    assert_eq!(
        genera.collect::<Vec<_>>(),
        ["0^120", "1^031", "2^20", "3^31", "1^031", "4^146", "3^31", "2^20", "1^13", "4^046"]
    );
}

/// Rules at the edges of what each way bears with.
#[test]
fn rules_at_the_edges() {
    // As many moves as bits, and one more that leaves nothing.
    let many = rule(&format!("0.{}1", "3".repeat(63)));
    assert_eq!(nimbers(&many, 200), plain(&many, 200));
    // A split that small heaps do not have, where the ways are tried against each other.
    let late = rule(&format!("0.07{}4", "0".repeat(997)));
    let found = nimbers(&late, 2_500);
    for heap in (0..2_500).step_by(13) {
        assert_eq!(found[heap], one(&late, &found[..heap]), "{heap}");
    }
    let wide = rule("{1,65536}");
    assert_eq!(nimbers(&wide, 70_000)[65_530..65_540], [0, 1, 0, 1, 0, 1, 2, 0, 1, 0]);
}

/// Faults that people met: periods that were multiples, or taken from two repeats.
#[test]
fn faults() {
    for (text, period, preperiod) in
        [("{1,2}", 3, 0), ("{1,3}", 2, 0), ("{1,2,5}", 3, 0), ("{1,3,4}", 7, 0), ("{2,5,7}", 22, 0)]
    {
        let found = Nimbers::new(rule(text)).prove(1_000).unwrap().unwrap();
        assert_eq!((found.period, found.preperiod), (period, preperiod), "{text}");
    }
    // 0.161 and 0.36 part at 519.
    let [a, b] = ["0.161", "0.36"].map(|code| nimbers(&rule(code), 520));
    assert_eq!((0..=520).find(|heap| a[*heap] != b[*heap]), Some(519));
    // A sequence that nobody has proven to repeat says so.
    assert_eq!(Nimbers::new(rule("0.007")).prove(3_000).unwrap(), None);
}

#[test]
fn exceptions_and_certificates() {
    let mut kayles = Nimbers::new(rule("0.77"));
    let period = kayles.prove(1_000).unwrap().unwrap();
    assert_eq!((period.preperiod, period.period, period.proven_at), (71, 12, 167));
    let exceptions: Vec<usize> = kayles.exceptions().collect();
    assert_eq!(exceptions, [0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70]);
    assert_eq!(
        period.certificate(kayles.rule()).to_string(),
        "G(n + 12) = G(n) for 71 <= n < 156 = 2*71 + 1*12 + 2, which is enough (Guy and Smith)"
    );
    let value = |heap: usize| kayles.get(heap as u64).unwrap();
    assert!(period.holds(kayles.rule(), value));
    assert!(!period.holds(kayles.rule(), |heap| if heap == 80 { 99 } else { value(heap) }));
    assert!(!period.holds(&rule("0.777777777"), value));
}

#[test]
fn what_cannot_be_found() {
    let error = Nimbers::new(rule("0.77")).extend(usize::MAX / 64).unwrap_err();
    assert!(error.to_string().contains("smaller heaps"), "{error}");
    let cancel = stonegame_core::Cancel::new();
    cancel.cancel();
    let mut cancelled = Nimbers::new(rule("0.77")).cancel(&cancel);
    assert_eq!(cancelled.extend(5).unwrap_err().to_string(), "cancelled after 0 heaps");
}
