//! Attributes, judged together: makes the model that an expansion sees.

mod domain;
mod state;

pub(crate) use state::state;

use crate::attr::{self, ItemAttr};
use crate::errors::Errors;
use crate::model::{Domain, Field, GameOf, Item, Moves, Variant};
use crate::names::{holds, used};
use domain::{UNROLLED, domain, primitive};
use proc_macro2::{Ident, Span};
use quote::{format_ident, quote};
use syn::ext::IdentExt;
use syn::{Data, DeriveInput, Expr, Fields, GenericParam, Path, Type, parse_quote};

/// Where the core crate is found if the item does not say.
pub(crate) fn core_path() -> Path {
    parse_quote!(::stonegame_core)
}

/// Judges an item that derives `Move`.
pub(crate) fn moves(input: &DeriveInput) -> Result<Moves<'_>, Errors> {
    let mut errors = Errors::default();
    let ItemAttr { game, krate, bound, guard } = attr::item(&mut errors, &input.attrs, "moves");
    let (game, guard) = (game.get(), guard.get());
    let judge = Judge { ident: &input.ident, game: game.is_some() };
    let mut variants = vec![];
    match &input.data {
        Data::Struct(data) => {
            let fields = judge.fields(&mut errors, &data.fields);
            variants.push(Variant { path: quote!(Self), guard: None, fields });
        }
        Data::Enum(data) => {
            for variant in &data.variants {
                let ident = &variant.ident;
                let guard = attr::variant(&mut errors, &variant.attrs);
                if let Some(guard) = &guard {
                    judge.knows(&mut errors, guard, &[]);
                }
                let fields = judge.fields(&mut errors, &variant.fields);
                variants.push(Variant { path: quote!(Self::#ident), guard, fields });
            }
        }
        Data::Union(data) => errors
            .at(data.union_token, "a union has no moves to enumerate; make it a struct or an enum"),
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
    errors.finish(Moves { item, guard, variants })
}

/// The item's parameters and those that its game brings are declared side by side.
fn clashes(errors: &mut Errors, input: &DeriveInput, game: Option<&GameOf>) {
    for param in game.into_iter().flat_map(|game| clashing(input, game)) {
        errors.at(param, "the item has a parameter of this name; call the game's another one");
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
    game.brought.params.iter().filter(move |param| own.contains(&name(param)))
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
            let name = field.ident.clone().unwrap_or_else(|| format_ident!("_{index}"));
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
            read.push(Field { member, name, ty: &field.ty, domain });
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
