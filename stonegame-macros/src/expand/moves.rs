//! The impl of `Move`.

use crate::generics::{Header, bind, header};
use crate::model::{Domain, Field, Moves, Variant};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::ext::IdentExt;
use syn::{Expr, Path, Type};

/// Writes the impl.
pub(crate) fn expand(moves: &Moves<'_>) -> TokenStream {
    let (item, locals) = (&moves.item, Locals::new());
    let Header { generics, game } = header(item, &bounds(&item.krate));
    let writer = Writer {
        krate: &item.krate,
        game: &game,
        locals: &locals,
    };
    let body: TokenStream = moves
        .variants
        .iter()
        .map(|variant| writer.variant(variant))
        .collect();
    let body = writer.guarded(moves.guard.as_ref(), body);

    let (krate, ident) = (&item.krate, item.ident);
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let (_, ty_generics, _) = item.generics.split_for_impl();
    let Locals {
        game: game_,
        state: state_,
        visit,
    } = &locals;
    quote! {
        #[automatically_derived]
        #[allow(deprecated, unused_variables, clippy::all, clippy::pedantic)]
        impl #impl_generics #krate::private::Move<#game> for #ident #ty_generics #where_clause {
            #[inline(always)]
            fn each<StonegameBreak>(
                #game_: &#game,
                #state_: &<#game as #krate::private::Game>::State,
                mut #visit: impl ::core::ops::FnMut(Self) -> ::core::ops::ControlFlow<StonegameBreak>,
            ) -> ::core::ops::ControlFlow<StonegameBreak> {
                #body
                ::core::ops::ControlFlow::Continue(())
            }
        }
    }
}

/// What any game that these moves serve has to be.
pub(crate) fn bounds(krate: &Path) -> TokenStream {
    quote!(#krate::private::Game)
}

/// The expansion's own names, which no name of the user's can be or see.
struct Locals {
    game: Ident,
    state: Ident,
    visit: Ident,
}

impl Locals {
    fn new() -> Self {
        let local = |name| Ident::new(name, Span::mixed_site());
        Locals {
            game: local("game"),
            state: local("state"),
            visit: local("visit"),
        }
    }
}

struct Writer<'a> {
    krate: &'a Path,
    game: &'a Type,
    locals: &'a Locals,
}

impl Writer<'_> {
    fn guarded(&self, guard: Option<&Expr>, body: TokenStream) -> TokenStream {
        let Some(guard) = guard else { return body };
        let bound = self.bound(guard, &[]);
        quote!(if { #bound #guard } { #body })
    }

    /// Binds `game` and `state` for an expression, where no field before it has that name.
    fn bound(&self, expr: &Expr, before: &[Field<'_>]) -> TokenStream {
        let free = |name: &str| !before.iter().any(|field| field.name.unraw() == name);
        let one = |name: &str, to| {
            if free(name) {
                bind(expr, name, to)
            } else {
                quote!()
            }
        };
        let (game, state) = (
            one("game", &self.locals.game),
            one("state", &self.locals.state),
        );
        quote!(#game #state)
    }

    /// A loop a field, the last one innermost.
    fn variant(&self, variant: &Variant<'_>) -> TokenStream {
        let (path, visit) = (&variant.path, &self.locals.visit);
        let (members, names) = variant
            .fields
            .iter()
            .map(|field| (&field.member, &field.name))
            .unzip::<_, _, Vec<_>, Vec<_>>();
        let value = quote!(#path { #(#members: ::core::clone::Clone::clone(&#names)),* });
        let mut body = quote!(#visit(#value)?;);
        for (index, field) in variant.fields.iter().enumerate().rev() {
            body = self.field(field, &variant.fields[..index], &body);
        }
        self.guarded(variant.guard.as_ref(), body)
    }

    fn field(&self, field: &Field<'_>, before: &[Field<'_>], body: &TokenStream) -> TokenStream {
        let (name, ty) = (&field.name, field.ty);
        match &field.domain {
            Domain::Literals(values) => quote!(#({ let #name: #ty = #values; #body })*),
            Domain::Each(expr) => {
                let bound = self.bound(expr, before);
                // A plain loop: `try_for_each` over a closed range is not inlined.
                quote!(for #name in { #bound #expr } { let #name: #ty = #name; #body })
            }
            Domain::Whole => {
                let (krate, game) = (self.krate, self.game);
                let Locals {
                    game: game_,
                    state: state_,
                    ..
                } = self.locals;
                quote! {
                    <#ty as #krate::private::Move<#game>>::each(#game_, #state_, |#name: #ty| {
                        #body
                        ::core::ops::ControlFlow::Continue(())
                    })?;
                }
            }
        }
    }
}
