//! The attributes of an item that derives `State`, judged together.

use super::domain::{literals, plain, primitive, unnumbered};
use super::{clashes, core_path};
use crate::attr::{self, AxisAttr, ItemAttr};
use crate::errors::Errors;
use crate::model::{Axis, Item, Layered, Members, State};
use crate::names::used;
use proc_macro2::Ident;
use quote::{format_ident, quote};
use syn::ext::IdentExt;
use syn::{Data, DeriveInput, Expr, Fields};

/// Judges an item that derives `State`.
pub(crate) fn state(input: &DeriveInput) -> Result<State<'_>, Errors> {
    let mut errors = Errors::default();
    let ItemAttr { game, krate, bound, .. } = attr::item(&mut errors, &input.attrs, "state");
    let game = game.get();
    let layered = match &input.data {
        Data::Struct(data) => layered(&mut errors, &data.fields, game.is_some()),
        Data::Enum(data) => {
            let attrs = data.variants.iter().flat_map(|variant| {
                variant.attrs.iter().chain(variant.fields.iter().flat_map(|field| &field.attrs))
            });
            for attr in attrs.filter(|attr| attr.path().is_ident("state")) {
                errors.at(attr, "only a struct can have ranges; make the enum a field of one");
            }
            None
        }
        Data::Union(data) => {
            errors.at(data.union_token, "a union is no position; make it a struct or an enum");
            None
        }
    };
    let members = |path, fields: &Fields| Members { path, members: fields.members().collect() };
    let variants = match &input.data {
        Data::Struct(data) => vec![members(quote!(Self), &data.fields)],
        Data::Enum(data) => {
            let named = data.variants.iter().map(|variant| {
                let ident = &variant.ident;
                members(quote!(Self::#ident), &variant.fields)
            });
            named.collect()
        }
        Data::Union(_) => vec![],
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
    errors.finish(State { item, variants, layered })
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
            Some(AxisAttr { layer, range, reach: said }) => {
                if let Expr::Range(range) = plain(&range) {
                    if range.start.is_none() || range.end.is_none() {
                        errors.at(range, "a range of positions has two ends: `a..b` or `a..=b`");
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
        names.push(field.ident.clone().unwrap_or_else(|| format_ident!("_{}", names.len())));
        let known = primitive(&field.ty).is_some();
        axes.push(Axis { member, ty: &field.ty, layer, range, known });
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
        errors.at(&ident, "which `game`? Write `#[state(game = PATH)]` on the item");
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
