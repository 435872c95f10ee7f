//! How positions and data are written for people; `Debug` tells their parts.

use super::{Heaps, Multiset, Pile, Row, Span, Subset, Suffix};
use crate::space::Word;
use core::fmt::{self, Display, Formatter};

/// Writes the place, from 0.
impl Display for Pile {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.index().fmt(f)
    }
}

/// Writes the places as a range: `1..3`.
impl<const REACH: usize> Display for Span<REACH> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let range = self.range();
        write!(f, "{}..{}", range.start, range.end)
    }
}

/// Writes the places as a range: `3..5`.
impl<const REACH: usize> Display for Suffix<REACH> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.row_len() - self.len(), self.row_len())
    }
}

/// Writes the numbers in braces: `{0, 2}`.
impl<W: Word> Display for Subset<W> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        listed(f, self.iter())?;
        f.write_str("}")
    }
}

/// Writes the sizes: `3, 5`.
impl<const N: usize> Display for Heaps<N> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        listed(f, self.0)
    }
}

/// Writes the sizes, the largest first: `5, 3`.
impl<const N: usize> Display for Multiset<N> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        listed(f, self.sizes())
    }
}

/// Writes the values from left to right: `1, 5, 233`.
impl<V: Display> Display for Row<V> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        listed(f, self.values())
    }
}

fn listed(f: &mut Formatter<'_>, items: impl IntoIterator<Item = impl Display>) -> fmt::Result {
    for (i, item) in items.into_iter().enumerate() {
        if i > 0 {
            f.write_str(", ")?;
        }
        item.fmt(f)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn people_read_them() {
        let row: Row<i32> = [5, -3, 4].into();
        assert_eq!(row.to_string(), "5, -3, 4");
        let span: Span = row.span();
        let (pile, rest) = span.pop(crate::states::End::Left).unwrap();
        assert_eq!((pile.to_string().as_str(), rest.to_string().as_str()), ("0", "1..3"));
        assert_eq!(Suffix::<2>::last(5, 2).unwrap().to_string(), "3..5");
        assert_eq!(Subset::<u8>::of(4, [0, 2]).unwrap().to_string(), "{0, 2}");
        assert_eq!(Heaps([3, 5]).to_string(), "3, 5");
        assert_eq!(Multiset::<3>::new([3, 5]).unwrap().to_string(), "5, 3");
        assert_eq!(row.iter().sum::<i32>() + row.into_iter().sum::<i32>(), 12);
    }
}
