//! Attributes, judged together: makes the model that an expansion sees.

use crate::attr::{self, AxisAttr, ItemAttr};
use crate::errors::Errors;
use crate::model::{Axis, Domain, Field, GameOf, Item, Layered, Moves, State, Variant};
use crate::names::{holds, used};
use proc_macro2::{Ident, Span};
use quote::{format_ident, quote};
use syn::ext::IdentExt;
use syn::{
    Data, DeriveInput, Expr, ExprRange, Fields, GenericParam, Lit, LitInt, Path, RangeLimits, Type,
    UnOp, parse_quote,
};

/// How many times the moves' visitor is written out for one variant at most: a longer range, or several
/// that multiply to more, becomes a loop.
const UNROLLED: usize = 16;

/// Where the core crate is found if the item does not say.
pub(crate) fn core_path() -> Path {
    parse_quote!(::stonegame_core)
}

/// Judges an item that derives `Move`.
pub(crate) fn moves(input: &DeriveInput) -> Result<Moves<'_>, Errors> {
    let mut errors = Errors::default();
    let ItemAttr {
        game,
        krate,
        bound,
        guard,
    } = attr::item(&mut errors, &input.attrs, "moves");
    let (game, guard) = (game.get(), guard.get());
    let judge = Judge {
        ident: &input.ident,
        game: game.is_some(),
    };
    let mut variants = vec![];
    match &input.data {
        Data::Struct(data) => {
            let fields = judge.fields(&mut errors, &data.fields);
            variants.push(Variant {
                path: quote!(Self),
                guard: None,
                fields,
            });
        }
        Data::Enum(data) => {
            for variant in &data.variants {
                let ident = &variant.ident;
                let guard = attr::variant(&mut errors, &variant.attrs);
                if let Some(guard) = &guard {
                    judge.knows(&mut errors, guard, &[]);
                }
                let fields = judge.fields(&mut errors, &variant.fields);
                variants.push(Variant {
                    path: quote!(Self::#ident),
                    guard,
                    fields,
                });
            }
        }
        Data::Union(data) => errors.at(
            data.union_token,
            "a union has no moves to enumerate; make it a struct or an enum",
        ),
    }
    if let Some(guard) = &guard {
        judge.knows(&mut errors, guard, &[]);
    }
    clashes(&mut errors, input, game.as_ref());
    let item = Item {
        vis: &input.vis,
        ident: &input.ident,
        generics: &input.generics,
        krate: krate.get().unwrap_or_else(core_path),
        game,
        bound: bound.get(),
    };
    errors.finish(Moves {
        item,
        guard,
        variants,
    })
}

/// The item's parameters and those that its game brings are declared side by side.
fn clashes(errors: &mut Errors, input: &DeriveInput, game: Option<&GameOf>) {
    for param in game.into_iter().flat_map(|game| clashing(input, game)) {
        errors.at(
            param,
            "the item has a parameter of this name; call the game's another one",
        );
    }
}

/// Whether the item has a parameter of the same name as one that its game brings.
pub(crate) fn clash(input: &DeriveInput, game: &GameOf) -> bool {
    clashing(input, game).next().is_some()
}

fn clashing<'a>(
    input: &DeriveInput,
    game: &'a GameOf,
) -> impl Iterator<Item = &'a GenericParam> + use<'a> {
    let name = |param: &GenericParam| match param {
        GenericParam::Type(param) => param.ident.to_string(),
        GenericParam::Const(param) => param.ident.to_string(),
        GenericParam::Lifetime(param) => param.lifetime.to_string(),
    };
    let own: Vec<String> = input.generics.params.iter().map(name).collect();
    game.brought
        .params
        .iter()
        .filter(move |param| own.contains(&name(param)))
}

/// What the fields of an item are judged by.
struct Judge<'a> {
    ident: &'a Ident,
    /// Whether the item says whose moves these are.
    game: bool,
}

impl Judge<'_> {
    fn fields<'f>(&self, errors: &mut Errors, fields: &'f Fields) -> Vec<Field<'f>> {
        let mut read: Vec<Field<'f>> = vec![];
        for (index, (field, member)) in fields.iter().zip(fields.members()).enumerate() {
            let name = field
                .ident
                .clone()
                .unwrap_or_else(|| format_ident!("_{index}"));
            let domain = match attr::move_field(errors, &field.attrs) {
                None => {
                    // (What is wrong with an attribute was told.)
                    if !field.attrs.iter().any(|attr| attr.path().is_ident("moves")) {
                        self.ends(errors, &name, &field.ty);
                    }
                    Domain::Whole
                }
                Some(expr) => {
                    self.knows(errors, &expr, &read);
                    domain(errors, expr, &field.ty, &read)
                }
            };
            read.push(Field {
                member,
                name,
                ty: &field.ty,
                domain,
            });
        }
        // The bodies multiply: no more copies than one long range would make, the last field first.
        let mut copies = UNROLLED;
        for field in read.iter_mut().rev() {
            if let Domain::Constants { unrolled, .. } = &mut field.domain {
                match unrolled {
                    Some(values) if values.len() <= copies => copies /= values.len().max(1),
                    _ => *unrolled = None,
                }
            }
        }
        read
    }

    /// Without a game, an expression may name neither it nor its state (but a field of that name
    /// before it).
    fn knows(&self, errors: &mut Errors, expr: &Expr, before: &[Field<'_>]) {
        for name in ["game", "state"] {
            let is_field = before.iter().any(|field| field.name.unraw() == name);
            if let Some(ident) = used(expr, name).filter(|_| !self.game && !is_field) {
                errors.at(
                    &ident,
                    format_args!(
                        "which game's `{name}`? Write `#[moves(game = PATH)]` on the item"
                    ),
                );
            }
        }
    }

    /// All values of a type that holds the item itself would be without end.
    fn ends(&self, errors: &mut Errors, name: &Ident, ty: &Type) {
        let itself = Ident::new("Self", Span::call_site());
        if let Some(ident) = holds(ty, &[self.ident, &itself]) {
            errors.at(
                &ident,
                format_args!(
                    "a move that holds another `{}` has no end; write `#[moves(EXPR)]` on this field",
                    self.ident
                ),
            );
        }
        if let Some(kind) = primitive(ty).filter(|kind| *kind != "bool") {
            errors.at(
                ty,
                format_args!(
                    "the field `{}` of type `{kind}` has no range; write `#[moves(EXPR)]` on it, such \
                     as `#[moves(1..=3)]`",
                    name.unraw()
                ),
            );
        }
    }
}

/// The name of a type of the language itself that has one, or of `String`.
fn primitive(ty: &Type) -> Option<&'static str> {
    const NAMES: [&str; 18] = [
        "bool", "char", "str", "String", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16",
        "i32", "i64", "i128", "isize", "f32", "f64",
    ];
    let Type::Path(path) = ty else { return None };
    let ident = path.path.get_ident()?;
    NAMES.into_iter().find(|name| ident == name)
}

/// Whether a type is one of the language's own that no range can number.
fn unnumbered(ty: &Type) -> bool {
    match ty {
        Type::Array(_) | Type::Slice(_) | Type::Reference(_) | Type::Ptr(_) => true,
        Type::Tuple(tuple) => !tuple.elems.is_empty(),
        Type::Path(path) => {
            let last = path
                .path
                .segments
                .last()
                .map(|segment| segment.ident.to_string());
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
fn domain(errors: &mut Errors, expr: Expr, ty: &Type, before: &[Field<'_>]) -> Domain {
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
    Domain::Constants {
        unrolled: values,
        range: range.clone(),
    }
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
fn literals(errors: &mut Errors, range: &ExprRange) -> Option<Vec<LitInt>> {
    let (first, last) = (
        literal(range.start.as_deref()?)?,
        literal(range.end.as_deref()?)?,
    );
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
    let suffix = if first.suffix.is_empty() {
        last.suffix
    } else {
        first.suffix
    };
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
            Some(Literal {
                value: -literal.value,
                ..literal
            })
        }
        Expr::Paren(paren) => literal(&paren.expr),
        _ => None,
    }
}

/// An expression without the invisible groups that a macro's fragments come in.
fn plain(expr: &Expr) -> &Expr {
    match expr {
        Expr::Group(group) => plain(&group.expr),
        expr => expr,
    }
}

/// Judges an item that derives `State`.
pub(crate) fn state(input: &DeriveInput) -> Result<State<'_>, Errors> {
    let mut errors = Errors::default();
    let ItemAttr {
        game, krate, bound, ..
    } = attr::item(&mut errors, &input.attrs, "state");
    let game = game.get();
    let layered = match &input.data {
        Data::Struct(data) => layered(&mut errors, &data.fields, game.is_some()),
        Data::Enum(data) => {
            let attrs = data.variants.iter().flat_map(|variant| {
                variant
                    .attrs
                    .iter()
                    .chain(variant.fields.iter().flat_map(|field| &field.attrs))
            });
            for attr in attrs.filter(|attr| attr.path().is_ident("state")) {
                errors.at(
                    attr,
                    "only a struct can have ranges; make the enum a field of one",
                );
            }
            None
        }
        Data::Union(data) => {
            errors.at(
                data.union_token,
                "a union is no position; make it a struct or an enum",
            );
            None
        }
    };
    clashes(&mut errors, input, game.as_ref());
    let item = Item {
        vis: &input.vis,
        ident: &input.ident,
        generics: &input.generics,
        krate: krate.get().unwrap_or_else(core_path),
        game,
        bound: bound.get(),
    };
    errors.finish(State { item, layered })
}

fn layered<'a>(errors: &mut Errors, fields: &'a Fields, game: bool) -> Option<Layered<'a>> {
    let (mut axes, mut reach, mut first) = (vec![], None, None::<Ident>);
    let (mut ranged, mut names, mut silent) = (false, vec![], vec![]);
    for (field, member) in fields.iter().zip(fields.members()) {
        let read = attr::state_field(errors, &field.attrs);
        let said = field.attrs.iter().any(|attr| attr.path().is_ident("state"));
        ranged |= said;
        if !said {
            silent.push(&field.ty);
        }
        let (layer, range) = match read {
            None => (false, None),
            Some(AxisAttr {
                layer,
                range,
                reach: said,
            }) => {
                if let Expr::Range(range) = plain(&range) {
                    if range.start.is_none() || range.end.is_none() {
                        errors.at(
                            range,
                            "a range of positions has two ends: `a..b` or `a..=b`",
                        );
                    }
                    literals(errors, range);
                }
                state_knows(errors, &range, game, &names);
                if let Some((key, expr)) = said {
                    state_knows(errors, &expr, game, &names);
                    if !layer {
                        errors.at(
                            key,
                            "only a layer has a reach; write `#[state(layer, RANGE, reach = EXPR)]`",
                        );
                    } else if let Some(first) = &first {
                        errors.at(
                            key,
                            "a second reach; it is that of the sum of all layers, and said once",
                        );
                        errors.at(first, "the first reach is given here");
                    } else {
                        (reach, first) = (Some(expr), Some(key));
                    }
                }
                (layer, Some(range))
            }
        };
        names.push(
            field
                .ident
                .clone()
                .unwrap_or_else(|| format_ident!("_{}", names.len())),
        );
        axes.push(Axis {
            member,
            ty: &field.ty,
            layer,
            range,
        });
    }
    if ranged {
        for field in fields.iter().filter(|field| unnumbered(&field.ty)) {
            errors.at(
                &field.ty,
                "values of this type cannot be numbered: split it into fields that are integers of up \
                 to 64 bits, `bool`, enums that derive `Move` or ready-made states; or leave all \
                 ranges away, and positions are hashed",
            );
        }
        let alone = |kind: &&str| !["bool", "u8", "i8"].contains(kind);
        for ty in silent {
            if let Some(kind) = primitive(ty).filter(alone).filter(|_| !unnumbered(ty)) {
                errors.at(
                    ty,
                    format_args!(
                        "a `{kind}` beside fields that have ranges needs one: write `#[state(RANGE)]`, \
                         or leave all ranges away, and positions are hashed"
                    ),
                );
            }
        }
    }
    ranged.then_some(Layered { axes, reach })
}

/// A range may use the game, if the item names one, and no other field.
fn state_knows(errors: &mut Errors, expr: &Expr, game: bool, before: &[Ident]) {
    if let Some(ident) = used(expr, "game").filter(|_| !game) {
        errors.at(
            &ident,
            "which `game`? Write `#[state(game = PATH)]` on the item",
        );
    }
    for name in before {
        if let Some(ident) = used(expr, &name.unraw().to_string()) {
            errors.at(
                &ident,
                format_args!(
                    "the range of a field cannot depend on the field `{name}`; write the widest \
                     range it can have"
                ),
            );
        }
    }
}
