//! The law of values, as far as it is about the type of the values: one order, and what is better for
//! one player is worse for the other.

use super::graph::{Fault, Place};
use super::guard::caught;
use super::law::Law;
use super::sample::Sample;
use super::values::Values;
use crate::{Game, Value};
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// How many values are put together in every way, of how many met.
const VALUES: usize = 20;
const MET: usize = 1 << 12;

/// What is wrong with the arithmetic and the order of the values met.
pub(super) fn faults<G: Game>(sample: &Sample<'_, G>, known: &Values<G::Value>) -> Vec<Fault> {
    let mut values = vec![G::Value::ZERO, G::Value::LOWEST];
    values.extend(G::Value::HIGHEST);
    let met =
        known.iter().flatten().flat_map(|known| known.moves.iter().copied().chain([known.value]));
    let edges = (0..sample.graph.len()).flat_map(|node| sample.graph.edges(node));
    let gains = edges.map(|edge| edge.gain);
    for value in met.take(MET).chain(gains.take(MET)) {
        if values.len() < VALUES && !values.contains(&value) {
            values.push(value);
        }
    }
    let tried = caught(|| {
        masks(&values)
            .or_else(|| bits(&values))
            .or_else(|| order(&values))
            .or_else(|| sums(&values))
    });
    let message =
        tried.unwrap_or_else(|panic| Some(format!("arithmetic on values panics: {panic}")));
    let fault = message.map(|message| Fault {
        law: Law::Values,
        at: Place::Named("the values".into()),
        mv: None,
        message,
    });
    fault.into_iter().collect()
}

/// A value that few bits tell comes back from them.
fn bits<V: Value>(values: &[V]) -> Option<String> {
    if V::BITS == 0 {
        return None;
    }
    if V::BITS > 2 {
        let bits = V::BITS;
        return Some(format!("`BITS` is {bits}; say 1 or 2, or 0 where it takes more"));
    }
    values.iter().find_map(|value| {
        let (bits, back) = (value.to_bits(), V::of_bits(value.to_bits()));
        let whole = bits >> V::BITS == 0 && back == *value;
        (!whole).then(|| {
            format!(
                "`to_bits` of {value:?} gives {bits}, of which `of_bits` makes {back:?}; the two must undo each other \
                 in `BITS` = {} bits",
                V::BITS
            )
        })
    })
}

/// Masks tell what is checked, and forget nothing.
fn masks<V: Value>(values: &[V]) -> Option<String> {
    let none = V::Mask::default();
    if V::overflowed(none) {
        return Some("the default mask says that something overflowed".into());
    }
    for &a in values {
        for &b in values {
            for (name, (value, mask), checked) in
                [("minus", a.minus(b), a.checked_minus(b)), ("plus", a.plus(b), a.checked_plus(b))]
            {
                let fits = !V::overflowed(mask);
                if checked != fits.then_some(value) {
                    let says = if fits { "fits" } else { "overflows" };
                    return Some(format!(
                        "`{name}` of {a:?} and {b:?} gives {value:?} and says that it {says}, and `checked_{name}` \
                         gives {checked:?}; the two must agree"
                    ));
                }
                let kept = V::overflowed(mask | none) && V::overflowed(none | mask);
                if !fits && !kept {
                    return Some(format!(
                        "a mask forgets that `{name}` of {a:?} and {b:?} overflowed when it is combined with another"
                    ));
                }
            }
        }
    }
    None
}

/// Whether the first is as good as the second.
fn as_good<V: Value>(a: V, b: V) -> bool {
    a.better(b) == a
}

/// `better` chooses one of two, as an order does.
fn order<V: Value>(values: &[V]) -> Option<String> {
    for &a in values {
        for &b in values {
            let (better, turned) = (a.better(b), b.better(a));
            if better != turned || better != a && better != b {
                return Some(format!(
                    "`better` gives {better:?} of {a:?} and {b:?}, and {turned:?} the other way round; it must be one \
                     of the two, the same both ways"
                ));
            }
            let third = |c: &&V| better.better(**c) != a.better(b.better(**c));
            if let Some(c) = values.iter().find(third) {
                return Some(format!("`better` puts {a:?}, {b:?} and {c:?} in no order"));
            }
        }
    }
    for &value in values {
        if !as_good(value, V::LOWEST) {
            return Some(format!("{value:?} is worse than `LOWEST`"));
        }
        if V::HIGHEST.is_some_and(|highest| !as_good(highest, value)) {
            return Some(format!(
                "{value:?} is better than `HIGHEST`, at which the search for a better move stops"
            ));
        }
    }
    None
}

/// `minus` turns the order round, and `plus` keeps it.
fn sums<V: Value>(values: &[V]) -> Option<String> {
    for &a in values {
        for &b in values.iter().filter(|b| as_good(a, **b)) {
            for &gain in values {
                if let (Some(of_a), Some(of_b)) = (gain.checked_minus(a), gain.checked_minus(b))
                    && !as_good(of_b, of_a)
                {
                    return Some(format!(
                        "`minus`: {a:?} is as good as {b:?} for the opponent, and yet {gain:?} before it gives \
                         {of_a:?}, which is better than {of_b:?}; what is better for one is worse for the other"
                    ));
                }
                if let (Some(of_a), Some(of_b)) = (gain.checked_plus(a), gain.checked_plus(b))
                    && !as_good(of_a, of_b)
                {
                    return Some(format!(
                        "`plus`: {a:?} is as good as {b:?}, and yet {gain:?} before it gives {of_a:?}, which is worse \
                         than {of_b:?}"
                    ));
                }
            }
        }
    }
    None
}
