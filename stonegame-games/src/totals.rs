//! What both players gain together, and how it is shared.

use stonegame_core::{Error, Margin};

/// A sum; `None` if 128 bits do not hold it.
pub(crate) fn total<V: Margin>(values: &[V]) -> Option<i128> {
    values.iter().try_fold(0i128, |sum, value| sum.checked_add((*value).into()))
}

/// What each player has of a total, by how much the first is ahead; `None` if 128 bits do not hold it.
pub(crate) fn shared(total: i128, ahead: i128) -> Option<[i128; 2]> {
    // Both are even or both are odd, so that their halves add up without going over.
    let first = total / 2 + ahead / 2 + (total % 2 + ahead % 2) / 2;
    Some([first, total.checked_sub(first)?])
}

/// What the first player has in a game on 64-bit numbers.
pub(crate) fn first_of_64_bits(total: Option<i128>, ahead: i64) -> i128 {
    first(total, ahead).expect("128 bits hold the sum of as many 64-bit numbers as fit the memory")
}

/// What the first player has.
pub(crate) fn first(total: Option<i128>, ahead: impl Margin) -> Result<i128, Error> {
    let scores = total.and_then(|total| shared(total, ahead.into()));
    scores.map(|[first, _]| first).ok_or_else(|| Error::Overflow {
        position: "the whole row".into(),
        mv: "what both players gain together".into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up_at_every_edge() {
        for (total, ahead, scores) in [
            (7, 3, Some([5, 2])),
            (7, -3, Some([2, 5])),
            (-7, 3, Some([-2, -5])),
            (-7, -3, Some([-5, -2])),
            (i128::MAX, i128::MAX, Some([i128::MAX, 0])),
            (i128::MIN, i128::MIN, Some([i128::MIN, 0])),
            (0, i128::MAX - 1, Some([i128::MAX / 2, -(i128::MAX / 2)])),
        ] {
            assert_eq!(shared(total, ahead), scores, "{total} {ahead}");
        }
        assert_eq!(total(&[i128::MAX, 1]), None);
        assert_eq!(first(total(&[i128::MAX]), i128::MAX), Ok(i128::MAX));
        assert!(first(None, 1i64).is_err());
    }
}
