//! The mistakes of an item and a stub impl, so that no other error follows from them.

use crate::attr;
use crate::errors::Errors;
use crate::expand;
use crate::generics::{Header, header};
use crate::model::Item;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, parse_quote};

/// What can be read of an item that has mistakes.
fn item<'a>(input: &'a DeriveInput, name: &str) -> Item<'a> {
    let read = attr::item(&mut Errors::default(), &input.attrs, name);
    Item {
        ident: &input.ident,
        generics: &input.generics,
        krate: read
            .krate
            .0
            .unwrap_or_else(|| parse_quote!(::stonegame_core)),
        game: read.game.0,
    }
}

/// Errors, and an item that has no moves.
pub(crate) fn moves(input: &DeriveInput, errors: Errors) -> TokenStream {
    let (errors, item) = (errors.into_tokens(), item(input, "moves"));
    let (krate, ident) = (&item.krate, item.ident);
    let Header { generics, game } = header(&item, &expand::moves::bounds(krate));
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let (_, ty_generics, _) = item.generics.split_for_impl();
    quote! {
        #errors
        #[automatically_derived]
        impl #impl_generics #krate::private::Move<#game> for #ident #ty_generics #where_clause {
            fn each<StonegameBreak>(
                _: &#game,
                _: &<#game as #krate::private::Game>::State,
                _: impl ::core::ops::FnMut(Self) -> ::core::ops::ControlFlow<StonegameBreak>,
            ) -> ::core::ops::ControlFlow<StonegameBreak> {
                ::core::ops::ControlFlow::Continue(())
            }
        }
    }
}

/// Errors, and a sparse state.
pub(crate) fn state(input: &DeriveInput, errors: Errors) -> TokenStream {
    let (errors, stub) = (
        errors.into_tokens(),
        expand::state::sparse(&item(input, "state")),
    );
    quote!(#errors #stub)
}
