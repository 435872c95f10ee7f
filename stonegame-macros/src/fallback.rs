//! The mistakes of an item and a stub impl, so that no other error follows from them.

use crate::attr;
use crate::check::{clash, core_path};
use crate::errors::Errors;
use crate::expand;
use crate::generics::{Header, header, itself};
use crate::model::Item;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput};

/// What can be read of an item that has mistakes.
fn item<'a>(input: &'a DeriveInput, name: &str) -> Item<'a> {
    let read = attr::item(&mut Errors::default(), &input.attrs, name);
    Item {
        vis: &input.vis,
        ident: &input.ident,
        generics: &input.generics,
        krate: read.krate.get().unwrap_or_else(core_path),
        game: read.game.get().filter(|game| !clash(input, game)),
        bound: read.bound.get(),
    }
}

/// Errors, and an item that has no moves.
pub(crate) fn moves(input: &DeriveInput, errors: Errors) -> TokenStream {
    let errors = errors.into_tokens();
    if let Data::Union(_) = &input.data {
        return errors;
    }
    let item = item(input, "moves");
    let (krate, ident) = (&item.krate, item.ident);
    let bounds = quote!(::core::clone::Clone + ::core::fmt::Debug);
    let Header { generics, game } = header(&item, &expand::moves::any_game(krate), |_| {
        itself(&item, &bounds).into_iter().collect()
    });
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let (_, ty_generics, _) = item.generics.split_for_impl();
    let counted = if item.game.is_none() { expand::finite::uncounted(&item) } else { quote!() };
    quote! {
        #errors
        #counted
        #[automatically_derived]
        #[allow(deprecated)]
        impl #impl_generics #krate::private::Move<#game> for #ident #ty_generics #where_clause {
            fn each<__StonegameBreak>(
                _: &#game,
                _: &<#game as #krate::private::Game>::State,
                _: impl ::core::ops::FnMut(Self) -> ::core::ops::ControlFlow<__StonegameBreak>,
            ) -> ::core::ops::ControlFlow<__StonegameBreak> {
                ::core::ops::ControlFlow::Continue(())
            }
        }
    }
}

/// Errors, and a sparse state.
pub(crate) fn state(input: &DeriveInput, errors: Errors) -> TokenStream {
    if let Data::Union(_) = &input.data {
        return errors.into_tokens();
    }
    let (errors, stub) = (errors.into_tokens(), expand::state::sparse(&item(input, "state"), &[]));
    quote!(#errors #stub)
}
