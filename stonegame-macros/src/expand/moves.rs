//! The impls of `Move`, and of `Finite` where the moves can be counted.

use super::finite;
use crate::generics::{Header, bind, depends, header, itself, placed, unwrapped};
use crate::model::{Domain, Field, Item, Moves, Variant};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Expr, Generics, Path, RangeLimits, Type, WherePredicate, parse_quote};

/// From how many variants without fields in a row on they are enumerated by a loop.
const LOOPED: usize = 16;

/// Writes the impls.
pub(crate) fn expand(moves: &Moves<'_>) -> TokenStream {
    let enumeration = enumeration(moves);
    let numbering = if moves.is_finite() { finite::numbering(moves) } else { quote!() };
    quote!(#enumeration #numbering)
}

/// What any game that these moves serve has to be.
pub(crate) fn any_game(krate: &Path) -> TokenStream {
    quote!(#krate::private::Game)
}

/// The bounds of an impl: the item's own, and one for each type of a field that depends on a
/// parameter and ranges over all of its values.
pub(super) fn needs(
    moves: &Moves<'_>,
    itself: Option<WherePredicate>,
    field: &TokenStream,
) -> Vec<WherePredicate> {
    let fields = moves.variants.iter().flat_map(|variant| &variant.fields);
    let whole = fields.filter(|field| matches!(field.domain, Domain::Whole));
    let types = whole.map(|field| field.ty).filter(|ty| depends(&moves.item, ty));
    itself.into_iter().chain(types.map(|ty| parse_quote!(#ty: #field))).collect()
}

/// The bounds of the impls for moves that can be counted: as [`needs`], and one for each other type of
/// a field that ranges over all of its values. These are either known to hold or known not to hold;
/// a lifetime that they do not use keeps the compiler from asking before somebody counts.
pub(super) fn counted(moves: &Moves<'_>, itself: Option<WherePredicate>) -> Vec<WherePredicate> {
    let krate = &moves.item.krate;
    let finite = quote!(#krate::private::Finite);
    let fields = moves.variants.iter().flat_map(|variant| &variant.fields);
    let whole = fields.filter(|field| matches!(field.domain, Domain::Whole));
    let types = whole.map(|field| field.ty).filter(|ty| !depends(&moves.item, ty));
    let known = types.map(|ty| parse_quote!(for<'__stonegame> #ty: #finite));
    needs(moves, itself, &finite).into_iter().chain(known).collect()
}

/// Where `bound = "…"` stands for the inferred bounds and the moves serve every game, those that name
/// this game as well: an item's author has no name for it.
fn with_any_game(moves: &Moves<'_>, mut generics: Generics, game: &Type) -> Generics {
    let krate = &moves.item.krate;
    if moves.item.bound.is_some() && moves.item.game.is_none() {
        let bounds = needs(moves, None, &quote!(#krate::private::Move<#game>));
        generics.make_where_clause().predicates.extend(bounds);
    }
    generics
}

/// The impl of `Move`.
fn enumeration(moves: &Moves<'_>) -> TokenStream {
    let (item, locals) = (&moves.item, Locals::new());
    let krate = &item.krate;
    let Header { generics, game } = header(item, &any_game(krate), |game| {
        let itself = itself(item, &quote!(::core::clone::Clone + ::core::fmt::Debug));
        needs(moves, itself, &quote!(#krate::private::Move<#game>))
    });
    let generics = with_any_game(moves, generics, &game);
    let writer = Writer { item, krate, game: &game, locals: &locals };
    let body = writer.variants(&moves.variants);
    let body = writer.guarded(moves.guard.as_ref(), body);

    let ident = item.ident;
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let (_, ty_generics, _) = item.generics.split_for_impl();
    let Locals { game: game_, state: state_, visit } = &locals;
    quote! {
        #[automatically_derived]
        #[allow(deprecated)]
        impl #impl_generics #krate::private::Move<#game> for #ident #ty_generics #where_clause {
            #[inline(always)]
            fn each<__StonegameBreak>(
                #game_: &#game,
                #state_: &<#game as #krate::private::Game>::State,
                mut #visit: impl ::core::ops::FnMut(Self) -> ::core::ops::ControlFlow<__StonegameBreak>,
            ) -> ::core::ops::ControlFlow<__StonegameBreak> {
                let _ = (#game_, #state_, &mut #visit);
                #body
                ::core::ops::ControlFlow::Continue(())
            }
        }
    }
}

/// The expansion's own names, which no name of the user's can be or see.
struct Locals {
    game: Ident,
    state: Ident,
    visit: Ident,
}

impl Locals {
    fn new() -> Self {
        Locals { game: local("game"), state: local("state"), visit: local("visit") }
    }
}

pub(super) fn local(name: &str) -> Ident {
    // No static, constant or unit struct of the user's is called that: a pattern would mean it.
    Ident::new(&format!("__stonegame_{name}"), Span::mixed_site())
}

struct Writer<'a> {
    item: &'a Item<'a>,
    krate: &'a Path,
    game: &'a Type,
    locals: &'a Locals,
}

impl Writer<'_> {
    fn guarded(&self, guard: Option<&Expr>, body: TokenStream) -> TokenStream {
        let Some(guard) = guard else { return body };
        let (bound, guard) = (self.bound(guard, &[]), unwrapped(guard));
        quote!(if { #bound #guard } { #body })
    }

    /// Binds `game` and `state` for an expression, where no field before it has that name.
    fn bound(&self, expr: &Expr, before: &[Field<'_>]) -> TokenStream {
        let free = |name: &str| !before.iter().any(|field| field.name.unraw() == name);
        let one = |name: &str, to| {
            if free(name) { bind(expr, name, to) } else { quote!() }
        };
        let (game, state) = (one("game", &self.locals.game), one("state", &self.locals.state));
        // The fields before it, whose own places are the expansion's.
        let fields = before.iter().map(|field| {
            let (name, place) = (field.name.unraw().to_string(), field_local(field));
            bind(expr, &name, &quote!(::core::clone::Clone::clone(&#place)))
        });
        let fields: TokenStream = fields.collect();
        quote!(#game #state #fields)
    }

    /// One after the other. Many without fields in a row become one loop, so that `visit` is not
    /// compiled as many times.
    fn variants(&self, variants: &[Variant<'_>]) -> TokenStream {
        let is_plain = |variant: &Variant<'_>| variant.fields.is_empty() && variant.guard.is_none();
        let mut body = TokenStream::new();
        for run in variants.chunk_by(|a, b| is_plain(a) && is_plain(b)) {
            if run.len() > LOOPED {
                let (visit, each) = (&self.locals.visit, local("each"));
                let values = run.iter().map(|variant| value(variant, &[]));
                body.extend(quote!(for #each in [#(#values),*] { #visit(#each)?; }));
            } else {
                body.extend(run.iter().map(|variant| self.variant(variant)));
            }
        }
        body
    }

    /// A loop a field, the last one innermost.
    fn variant(&self, variant: &Variant<'_>) -> TokenStream {
        let visit = &self.locals.visit;
        let names: Vec<_> = variant.fields.iter().map(field_local).collect();
        let clones: Vec<_> =
            names.iter().map(|n| quote!(::core::clone::Clone::clone(&#n))).collect();
        let value = value(variant, &clones);
        let mut body = quote!(#visit(#value)?;);
        for (index, field) in variant.fields.iter().enumerate().rev() {
            body = self.field(field, &variant.fields[..index], &body);
        }
        self.guarded(variant.guard.as_ref(), body)
    }

    fn field(&self, field: &Field<'_>, before: &[Field<'_>], body: &TokenStream) -> TokenStream {
        let (name, ty) = (field_local(field), field.ty);
        match &field.domain {
            Domain::Constants { unrolled: Some(values), .. } => {
                quote!(#({ let #name: #ty = #values; #body })*)
            }
            Domain::Constants { range, .. } => {
                quote!(for #name in #range { let #name: #ty = #name; #body })
            }
            Domain::Each(expr) => {
                let bound = self.bound(expr, before);
                // (A parameter's own ranges may be of any kind.)
                let values = match closed(expr).filter(|_| !depends(self.item, ty)) {
                    Some((first, last)) => {
                        let krate = self.krate;
                        let (first, last) = (unwrapped(first), unwrapped(last));
                        quote!(#krate::private::closed::<#ty>(#first, #last))
                    }
                    None => quote!(#expr),
                };
                // A plain loop: `try_for_each` is not always inlined.
                quote!({ #bound for #name in #values { let #name: #ty = #name; #body } })
            }
            Domain::Whole => {
                let (krate, game) = (self.krate, self.game);
                let Locals { game: game_, state: state_, .. } = self.locals;
                // At the type's own place, so that a type without moves is pointed at.
                let krate = placed(krate, ty.span());
                let each = quote_spanned!(ty.span()=> <#ty as #krate::private::Move<#game>>::each);
                quote! {
                    #each(#game_, #state_, #[inline(always)] |#name: #ty| {
                        #body
                        ::core::ops::ControlFlow::Continue(())
                    })?;
                }
            }
        }
    }
}

/// The ends of a closed range.
fn closed(expr: &Expr) -> Option<(&Expr, &Expr)> {
    match expr {
        Expr::Range(range) if matches!(range.limits, RangeLimits::Closed(_)) => {
            Some((range.start.as_deref()?, range.end.as_deref()?))
        }
        Expr::Group(group) => closed(&group.expr),
        _ => None,
    }
}

/// Where the expansion keeps a field's value.
fn field_local(field: &Field<'_>) -> Ident {
    local(&format!("field_{}", field.name.unraw()))
}

/// A variant with these values for its fields.
pub(super) fn value(variant: &Variant<'_>, values: &[TokenStream]) -> TokenStream {
    let path = &variant.path;
    let members = variant.fields.iter().map(|field| &field.member);
    quote!(#path { #(#members: #values),* })
}
