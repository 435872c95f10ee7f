//! Attributes, judged together: makes the model that an expansion sees.

use crate::attr::{self, AxisAttr, ItemAttr};
use crate::errors::Errors;
use crate::generics::mention;
use crate::model::{Axis, Domain, Field, Item, Layered, Moves, State, Variant};
use proc_macro2::{Ident, Span};
use quote::{ToTokens, format_ident, quote};
use syn::ext::IdentExt;
use syn::{Data, DeriveInput, Expr, Fields, Lit, LitInt, RangeLimits, parse_quote};

/// The longest range of literals that is unrolled.
const UNROLLED: u128 = 16;

/// Judges an item that derives `Move`.
pub(crate) fn moves(input: &DeriveInput) -> Result<Moves<'_>, Errors> {
    let mut errors = Errors::default();
    let ItemAttr { game, krate, guard } = attr::item(&mut errors, &input.attrs, "moves");
    let known = game.0.is_some();
    let mut variants = vec![];
    match &input.data {
        Data::Struct(data) => {
            let fields = move_fields(&mut errors, &data.fields, known);
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
                    needs_game(&mut errors, guard, known, &[]);
                }
                let fields = move_fields(&mut errors, &variant.fields, known);
                variants.push(Variant {
                    path: quote!(Self::#ident),
                    guard,
                    fields,
                });
            }
        }
        Data::Union(data) => {
            errors.at(
                data.union_token,
                "a union has no moves to enumerate; make it a struct or an enum",
            );
        }
    }
    if let Some(guard) = &guard.0 {
        needs_game(&mut errors, guard, known, &[]);
    }
    let item = Item {
        ident: &input.ident,
        generics: &input.generics,
        krate: krate.0.unwrap_or_else(|| parse_quote!(::stonegame_core)),
        game: game.0,
    };
    errors.finish(Moves {
        item,
        guard: guard.0,
        variants,
    })
}

fn move_fields<'a>(errors: &mut Errors, fields: &'a Fields, known: bool) -> Vec<Field<'a>> {
    let mut read: Vec<Field<'a>> = vec![];
    for (index, (field, member)) in fields.iter().zip(fields.members()).enumerate() {
        let name = field
            .ident
            .clone()
            .unwrap_or_else(|| format_ident!("_{index}"));
        let domain = match attr::move_field(errors, &field.attrs) {
            None => Domain::Whole,
            Some(expr) => {
                needs_game(errors, &expr, known, &read);
                literals(errors, &expr).map_or(Domain::Each(expr), Domain::Literals)
            }
        };
        read.push(Field {
            member,
            name,
            ty: &field.ty,
            domain,
        });
    }
    read
}

/// Without a game, an expression may name neither it nor its state (but a field of that name before it).
fn needs_game(errors: &mut Errors, expr: &Expr, known: bool, before: &[Field<'_>]) {
    for name in ["game", "state"] {
        let field = before.iter().any(|field| field.name.unraw() == name);
        if let Some(ident) = mention(expr, name).filter(|_| !known && !field) {
            errors.at(
                &ident,
                format_args!("which game's `{name}`? Write `#[moves(game = PATH)]` on the item"),
            );
        }
    }
}

/// The values of a short range of literals.
fn literals(errors: &mut Errors, expr: &Expr) -> Option<Vec<LitInt>> {
    let Expr::Range(range) = expr else {
        return None;
    };
    let literal = |end: &Option<Box<Expr>>| match end.as_deref() {
        Some(Expr::Lit(lit)) => match &lit.lit {
            Lit::Int(int) => Some((int.base10_parse::<u128>().ok()?, int.suffix().to_owned())),
            _ => None,
        },
        _ => None,
    };
    let ((first, suffix), (last, other)) = (literal(&range.start)?, literal(&range.end)?);
    let values = match range.limits {
        RangeLimits::Closed(_) => first..last.checked_add(1)?,
        RangeLimits::HalfOpen(_) => first..last,
    };
    if values.is_empty() {
        errors.at(range, "an empty range: this move could never be made");
    }
    let suffix = if suffix.is_empty() { other } else { suffix };
    let literal = |value| LitInt::new(&format!("{value}{suffix}"), Span::mixed_site());
    (values.end.saturating_sub(first) <= UNROLLED).then(|| values.map(literal).collect())
}

/// Judges an item that derives `State`.
pub(crate) fn state(input: &DeriveInput) -> Result<State<'_>, Errors> {
    let mut errors = Errors::default();
    let ItemAttr { game, krate, .. } = attr::item(&mut errors, &input.attrs, "state");
    let layered = match &input.data {
        Data::Struct(data) => layered(&mut errors, &input.ident, &data.fields, game.0.is_some()),
        Data::Enum(data) => {
            let variants = data.variants.iter();
            for attr in
                variants.flat_map(|v| v.attrs.iter().chain(v.fields.iter().flat_map(|f| &f.attrs)))
            {
                if attr.path().is_ident("state") {
                    errors.at(
                        attr,
                        "only a struct can have ranges; make the enum a field of one",
                    );
                }
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
    let item = Item {
        ident: &input.ident,
        generics: &input.generics,
        krate: krate.0.unwrap_or_else(|| parse_quote!(::stonegame_core)),
        game: game.0,
    };
    errors.finish(State { item, layered })
}

fn layered<'a>(
    errors: &mut Errors,
    ident: &Ident,
    fields: &'a Fields,
    known: bool,
) -> Option<Layered<'a>> {
    let (mut axes, mut reach) = (vec![], None);
    let (mut ranged, mut layers) = (false, 0);
    for (field, member) in fields.iter().zip(fields.members()) {
        let Some(AxisAttr {
            layer,
            range,
            reach: said,
        }) = attr::state_field(errors, &field.attrs)
        else {
            axes.push(Axis {
                member,
                ty: &field.ty,
                layer: false,
                range: None,
            });
            continue;
        };
        ranged = true;
        layers += usize::from(layer);
        state_needs_game(errors, &range, known);
        if let Some((key, expr)) = said {
            state_needs_game(errors, &expr, known);
            if !layer {
                errors.at(
                    key,
                    "only a layer has a reach; write `#[state(layer, RANGE, reach = EXPR)]`",
                );
            } else if reach.is_some() {
                errors.at(
                    key,
                    "a second reach; the reach is that of the sum of all layers, said once",
                );
            } else {
                reach = Some(expr);
            }
        }
        axes.push(Axis {
            member,
            ty: &field.ty,
            layer,
            range: Some(range),
        });
    }
    if ranged && layers == 0 {
        errors.at(
            ident,
            "no field is a layer; write `#[state(layer, RANGE)]` on one that every move lowers, or \
             leave all ranges away, and positions are hashed",
        );
    }
    ranged.then_some(Layered { axes, reach })
}

fn state_needs_game(errors: &mut Errors, expr: &impl ToTokens, known: bool) {
    if let Some(ident) = mention(expr, "game").filter(|_| !known) {
        errors.at(
            &ident,
            "which `game`? Write `#[state(game = PATH)]` on the item",
        );
    }
}
