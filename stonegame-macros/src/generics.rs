//! Parameters of impls.

use crate::model::Item;
use crate::names::uses;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Expr, GenericParam, Generics, Lifetime, Path, Type, WherePredicate, parse_quote};

/// Which impl an item gets: its parameters, and the game it is for.
pub(crate) struct Header {
    pub(crate) generics: Generics,
    pub(crate) game: Type,
}

/// The item's parameters without their defaults, and the game's own; without a game, a parameter
/// for any game whose bounds are `any`. `needs` are the bounds inferred, which hold unless the item
/// says others.
pub(crate) fn header(
    item: &Item<'_>,
    any: &TokenStream,
    needs: impl FnOnce(&Type) -> Vec<WherePredicate>,
) -> Header {
    let mut generics = without_defaults(item.generics);
    let game = match &item.game {
        Some(game) => {
            generics.params.extend(game.brought.params.iter().cloned());
            game.path.clone()
        }
        None => {
            let name = Ident::new("__StonegameGame", Span::mixed_site());
            generics.params.push(parse_quote!(#name: #any));
            parse_quote!(#name)
        }
    };
    let bounds = item.bound.clone().unwrap_or_else(|| needs(&game));
    generics = with(generics, bounds);
    // Lifetimes come first.
    let (lifetimes, others): (Vec<_>, Vec<_>) = std::mem::take(&mut generics.params)
        .into_iter()
        .partition(|param| matches!(param, GenericParam::Lifetime(_)));
    generics.params = lifetimes.into_iter().chain(others).collect();
    Header { generics, game }
}

/// The item's own parameters without their defaults, and bounds that hold unless it says others.
pub(crate) fn own(item: &Item<'_>, needs: impl FnOnce() -> Vec<WherePredicate>) -> Generics {
    with(without_defaults(item.generics), item.bound.clone().unwrap_or_else(needs))
}

/// A bound that is taken for granted where it stands, even if it is false: an item whose bounds do not
/// hold has no use, and what is wrong is told once, elsewhere. A bound without a binder would be judged
/// at each place where it stands.
pub(crate) fn assumed(ty: &Type, bound: &TokenStream) -> WherePredicate {
    let lifetime = Lifetime::new("'__stonegame", Span::mixed_site());
    parse_quote!(for<#lifetime> #ty: #bound)
}

/// Adds bounds to parameters, whatever the item says of its own.
pub(crate) fn with(mut generics: Generics, bounds: Vec<WherePredicate>) -> Generics {
    if !bounds.is_empty() {
        generics.make_where_clause().predicates.extend(bounds);
    }
    generics
}

/// What the item itself has to be: asked only where it depends on a type parameter, since else it
/// is known.
pub(crate) fn itself(item: &Item<'_>, bounds: &TokenStream) -> Option<WherePredicate> {
    let (ident, (_, ty_generics, _)) = (item.ident, item.generics.split_for_impl());
    let depends = item.generics.type_params().next().is_some();
    depends.then(|| parse_quote!(#ident #ty_generics: #bounds))
}

/// Whether a type depends on a type parameter of the item.
pub(crate) fn depends(item: &Item<'_>, ty: &Type) -> bool {
    item.generics.type_params().any(|param| mention(ty, &param.ident.to_string()).is_some())
}

/// Whether a type speaks of lifetimes, as far as can be seen.
pub(crate) fn has_lifetimes(ty: &Type) -> bool {
    fn any(tokens: TokenStream) -> bool {
        tokens.into_iter().any(|tree| match tree {
            TokenTree::Punct(punct) => matches!(punct.as_char(), '\'' | '&'),
            TokenTree::Group(group) => any(group.stream()),
            _ => false,
        })
    }
    any(ty.to_token_stream())
}

/// Parameters as an impl may declare them.
fn without_defaults(generics: &Generics) -> Generics {
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
            TokenTree::Ident(ident) if ident == name => found.push(ident),
            TokenTree::Group(group) => mentions(group.stream(), name, found),
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

/// Binds a name to a local of the expansion, in the spelling of each use: what is not used is not
/// bound, and it does not matter who wrote the tokens.
pub(crate) fn bind(expr: &Expr, name: &str, to: &impl ToTokens) -> TokenStream {
    let found = uses(expr, name);
    quote!(#(let #found = #to;)*)
}

/// The path of the core crate, as if it stood at another place: what is wrong with a use of it is
/// then pointed at there.
pub(crate) fn placed(krate: &Path, place: Span) -> TokenStream {
    let place_token = |mut tree: TokenTree| {
        tree.set_span(tree.span().located_at(place));
        tree
    };
    krate.to_token_stream().into_iter().map(place_token).collect()
}

/// An expression without parentheses around it, which would be superfluous where it is put.
pub(crate) fn unwrapped(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(paren) => unwrapped(&paren.expr),
        Expr::Group(group) => unwrapped(&group.expr),
        expr => expr,
    }
}
