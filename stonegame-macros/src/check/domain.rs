//! What a field ranges over: constants that are known while the code is written, or what an expression gives.

use crate::errors::Errors;
use crate::model::{Domain, Field};
use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::{Expr, ExprRange, Lit, LitInt, RangeLimits, Type, UnOp};

/// How many times the moves' visitor is written out for one variant at most: a longer range, or several
/// that multiply to more, becomes a loop.
pub(super) const UNROLLED: usize = 16;

/// The name of a type of the language itself that has one, or of `String`.
pub(super) fn primitive(ty: &Type) -> Option<&'static str> {
    const NAMES: [&str; 18] = [
        "bool", "char", "str", "String", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16",
        "i32", "i64", "i128", "isize", "f32", "f64",
    ];
    let Type::Path(path) = ty else { return None };
    let ident = path.path.get_ident()?;
    NAMES.into_iter().find(|name| ident == name)
}

/// Whether a type is one of the language's own that no range can number.
pub(super) fn unnumbered(ty: &Type) -> bool {
    match ty {
        Type::Array(_) | Type::Slice(_) | Type::Reference(_) | Type::Ptr(_) => true,
        Type::Tuple(tuple) => !tuple.elems.is_empty(),
        Type::Path(path) => {
            let last = path.path.segments.last().map(|segment| segment.ident.to_string());
            matches!(
                last.as_deref(),
                Some(
                    "Vec" | "Option" | "Box" | "String" | "char" | "f32" | "f64" | "u128" | "i128"
                )
            )
        }
        _ => false,
    }
}

/// Whether values of a type are counted as `i128` counts.
fn counts(ty: &Type) -> bool {
    primitive(ty).is_some_and(|name| name.starts_with(['u', 'i']) && !name.ends_with("128"))
}

/// What an expression ranges over.
pub(super) fn domain(errors: &mut Errors, expr: Expr, ty: &Type, before: &[Field<'_>]) -> Domain {
    let Expr::Range(range) = plain(&expr) else {
        return Domain::Each(expr);
    };
    let constant = |end: &Option<Box<Expr>>| end.as_deref().is_some_and(|e| is_constant(e, before));
    if !constant(&range.start) || !constant(&range.end) {
        return Domain::Each(expr);
    }
    let values = literals(errors, range);
    if !counts(ty) {
        return Domain::Each(expr);
    }
    Domain::Constants { unrolled: values, range: range.clone() }
}

/// Whether an expression is made of literals and constants alone, as far as can be seen.
fn is_constant(expr: &Expr, before: &[Field<'_>]) -> bool {
    match expr {
        Expr::Lit(lit) => matches!(lit.lit, Lit::Int(_)),
        Expr::Path(path) => match path.path.get_ident() {
            // A constant or a const parameter is written in capitals; a local or a field is not.
            Some(ident) => {
                let name = ident.unraw().to_string();
                name.chars().any(char::is_uppercase)
                    && !name.chars().any(char::is_lowercase)
                    && !before.iter().any(|field| field.name == *ident)
            }
            None => true,
        },
        Expr::Unary(unary) => is_constant(&unary.expr, before),
        Expr::Binary(binary) => {
            is_constant(&binary.left, before) && is_constant(&binary.right, before)
        }
        Expr::Paren(paren) => is_constant(&paren.expr, before),
        Expr::Group(group) => is_constant(&group.expr, before),
        _ => false,
    }
}

/// The values of a short range of literals that are not negative.
pub(super) fn literals(errors: &mut Errors, range: &ExprRange) -> Option<Vec<LitInt>> {
    let (first, last) = (literal(range.start.as_deref()?)?, literal(range.end.as_deref()?)?);
    let values = match range.limits {
        RangeLimits::Closed(_) => first.value..last.value.checked_add(1)?,
        RangeLimits::HalfOpen(_) => first.value..last.value,
    };
    if values.is_empty() {
        errors.at(range, "an empty range: nothing lies within it");
        return None;
    }
    if first.value < 0 || values.end - first.value > UNROLLED as i128 {
        return None;
    }
    // As if its author had written each, so that what is wrong with one is told at the range.
    let suffix = if first.suffix.is_empty() { last.suffix } else { first.suffix };
    let written = |value| LitInt::new(&format!("{value}{suffix}"), last.place);
    Some(values.map(written).collect())
}

/// A number that stands in the source.
struct Literal {
    value: i128,
    suffix: String,
    place: Span,
}

fn literal(expr: &Expr) -> Option<Literal> {
    match plain(expr) {
        Expr::Lit(lit) => match &lit.lit {
            Lit::Int(int) => Some(Literal {
                value: int.base10_parse().ok()?,
                suffix: int.suffix().to_owned(),
                place: int.span(),
            }),
            _ => None,
        },
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {
            let literal = literal(&unary.expr)?;
            Some(Literal { value: -literal.value, ..literal })
        }
        Expr::Paren(paren) => literal(&paren.expr),
        _ => None,
    }
}

/// An expression without the invisible groups that a macro's fragments come in.
pub(super) fn plain(expr: &Expr) -> &Expr {
    match expr {
        Expr::Group(group) => plain(&group.expr),
        expr => expr,
    }
}
