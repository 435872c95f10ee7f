//! Parameters of impls.

use crate::model::Item;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{GenericParam, Generics, Type, parse_quote};

/// Which impl an item gets: its parameters, and the game it is for.
pub(crate) struct Header {
    pub(crate) generics: Generics,
    pub(crate) game: Type,
}

/// The item's parameters without their defaults, and the game's own; without a game, a parameter
/// for any game whose bounds are `bounds`.
pub(crate) fn header(item: &Item<'_>, bounds: &TokenStream) -> Header {
    let mut generics = without_defaults(item.generics);
    let game = match &item.game {
        Some(game) => {
            generics.params.extend(game.brought.params.iter().cloned());
            if let Some(clause) = &game.brought.where_clause {
                let predicates = clause.predicates.iter().cloned();
                generics.make_where_clause().predicates.extend(predicates);
            }
            game.path.clone()
        }
        None => {
            let any = Ident::new("StonegameAny", Span::mixed_site());
            generics.params.push(parse_quote!(#any: #bounds));
            parse_quote!(#any)
        }
    };
    // Lifetimes come first.
    let (lifetimes, others): (Vec<_>, Vec<_>) = std::mem::take(&mut generics.params)
        .into_iter()
        .partition(|param| matches!(param, GenericParam::Lifetime(_)));
    generics.params = lifetimes.into_iter().chain(others).collect();
    Header { generics, game }
}

/// Parameters as an impl may declare them.
pub(crate) fn without_defaults(generics: &Generics) -> Generics {
    let mut generics = generics.clone();
    for param in &mut generics.params {
        match param {
            GenericParam::Type(param) => param.default = None,
            GenericParam::Const(param) => param.default = None,
            GenericParam::Lifetime(_) => {}
        }
    }
    generics
}

/// Every spelling of a name in some tokens, each with its own hygiene.
fn mentions(tokens: TokenStream, name: &str, found: &mut Vec<Ident>) {
    for tree in tokens {
        match tree {
            proc_macro2::TokenTree::Ident(ident) if ident == name => found.push(ident),
            proc_macro2::TokenTree::Group(group) => mentions(group.stream(), name, found),
            _ => {}
        }
    }
}

/// The first mention of a name in an expression.
pub(crate) fn mention(expr: &impl ToTokens, name: &str) -> Option<Ident> {
    let mut found = vec![];
    mentions(expr.to_token_stream(), name, &mut found);
    found.into_iter().next()
}

/// Binds a name to a local of the expansion, in the spelling of each mention: what is not named is
/// not bound, and it does not matter who wrote the tokens.
pub(crate) fn bind(expr: &impl ToTokens, name: &str, to: &Ident) -> TokenStream {
    let mut found = vec![];
    mentions(expr.to_token_stream(), name, &mut found);
    quote!(#(let #found = #to;)*)
}
