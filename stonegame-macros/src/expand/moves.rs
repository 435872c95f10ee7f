//! The impls of `Move`, and of `Finite` where the moves can be counted.

use crate::generics::{Header, bind, depends, header, itself, own, placed};
use crate::model::{Domain, Field, Item, Moves, Variant};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Expr, ExprRange, Path, RangeLimits, Type, WherePredicate, parse_quote};

/// From how many variants without fields in a row on they are enumerated by a loop.
const LOOPED: usize = 16;

/// Writes the impls.
pub(crate) fn expand(moves: &Moves<'_>) -> TokenStream {
    let enumeration = enumeration(moves);
    let numbering = if moves.is_finite() {
        numbering(moves)
    } else {
        quote!()
    };
    quote!(#enumeration #numbering)
}

/// What any game that these moves serve has to be.
pub(crate) fn any_game(krate: &Path) -> TokenStream {
    quote!(#krate::private::Game)
}

/// The bounds of an impl: the item's own, and one for each type of a field that depends on a
/// parameter and ranges over all of its values.
fn needs(
    moves: &Moves<'_>,
    itself: Option<WherePredicate>,
    field: &TokenStream,
) -> Vec<WherePredicate> {
    let fields = moves.variants.iter().flat_map(|variant| &variant.fields);
    let whole = fields.filter(|field| matches!(field.domain, Domain::Whole));
    let types = whole
        .map(|field| field.ty)
        .filter(|ty| depends(&moves.item, ty));
    itself
        .into_iter()
        .chain(types.map(|ty| parse_quote!(#ty: #field)))
        .collect()
}

/// The impl of `Move`.
fn enumeration(moves: &Moves<'_>) -> TokenStream {
    let (item, locals) = (&moves.item, Locals::new());
    let krate = &item.krate;
    let Header { generics, game } = header(item, &any_game(krate), |game| {
        let itself = itself(item, &quote!(::core::clone::Clone + ::core::fmt::Debug));
        needs(moves, itself, &quote!(#krate::private::Move<#game>))
    });
    let writer = Writer {
        item,
        krate,
        game: &game,
        locals: &locals,
    };
    let body = writer.variants(&moves.variants);
    let body = writer.guarded(moves.guard.as_ref(), body);

    let ident = item.ident;
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let (_, ty_generics, _) = item.generics.split_for_impl();
    let Locals {
        game: game_,
        state: state_,
        visit,
    } = &locals;
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
        Locals {
            game: local("game"),
            state: local("state"),
            visit: local("visit"),
        }
    }
}

fn local(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
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
        let names: Vec<_> = variant.fields.iter().map(|field| &field.name).collect();
        let clones: Vec<_> = names
            .iter()
            .map(|n| quote!(::core::clone::Clone::clone(&#n)))
            .collect();
        let value = value(variant, &clones);
        let mut body = quote!(#visit(#value)?;);
        for (index, field) in variant.fields.iter().enumerate().rev() {
            body = self.field(field, &variant.fields[..index], &body);
        }
        self.guarded(variant.guard.as_ref(), body)
    }

    fn field(&self, field: &Field<'_>, before: &[Field<'_>], body: &TokenStream) -> TokenStream {
        let (name, ty) = (&field.name, field.ty);
        match &field.domain {
            Domain::Constants {
                unrolled: Some(values),
                ..
            } => {
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
                        quote!(#krate::private::closed::<#ty>(#first, #last))
                    }
                    None => quote!(#expr),
                };
                // A plain loop: `try_for_each` is not always inlined.
                quote!(for #name in { #bound #values } { let #name: #ty = #name; #body })
            }
            Domain::Whole => {
                let (krate, game) = (self.krate, self.game);
                let Locals {
                    game: game_,
                    state: state_,
                    ..
                } = self.locals;
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

/// A variant with these values for its fields.
fn value(variant: &Variant<'_>, values: &[TokenStream]) -> TokenStream {
    let path = &variant.path;
    let members = variant.fields.iter().map(|field| &field.member);
    quote!(#path { #(#members: #values),* })
}

/// The impl of `Finite`.
fn numbering(moves: &Moves<'_>) -> TokenStream {
    let item = &moves.item;
    let (krate, ident) = (&item.krate, item.ident);
    let generics = own(item, || {
        needs(moves, None, &quote!(#krate::private::Finite))
    });
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    // A field of a state may range over them, too.
    let slots = own(item, || {
        needs(
            moves,
            itself(item, &quote!(::core::clone::Clone)),
            &quote!(#krate::private::Finite),
        )
    });
    let (slots_generics, _, slots_where) = slots.split_for_impl();
    let sizes: Vec<TokenStream> = moves
        .variants
        .iter()
        .map(|variant| size(krate, &variant.fields))
        .collect();
    let (number, start, end) = (local("number"), local("start"), local("end"));

    let (mut decode, mut encode, mut arms) = (TokenStream::new(), TokenStream::new(), vec![]);
    for (index, (variant, size)) in moves.variants.iter().zip(&sizes).enumerate() {
        let (built, pattern, code) = coded(krate, variant, &number);
        // Where each variant's numbers begin, counted along.
        let base = format_ident!("start{index}", span = Span::mixed_site());
        decode.extend(quote! {
            let #end: ::core::primitive::usize = #start + #size;
            if index < #end {
                let mut #number = index - #start;
                let _ = &mut #number;
                return ::core::option::Option::Some(#built);
            }
            #start = #end;
        });
        encode.extend(quote!(let #base: ::core::primitive::usize = #start; #start += #size;));
        arms.push(quote! {
            #pattern => {
                let mut #number: ::core::primitive::usize = 0;
                #code
                ::core::option::Option::Some(#base + #number)
            }
        });
    }
    let encode = if arms.is_empty() {
        quote!(match *self {})
    } else {
        quote!(let mut #start: ::core::primitive::usize = 0; #encode let _ = #start; match self { #(#arms)* })
    };
    quote! {
        #[automatically_derived]
        #[allow(deprecated)]
        impl #impl_generics #krate::private::Finite for #ident #ty_generics #where_clause {
            const COUNT: ::core::primitive::usize = 0 #(+ #sizes)*;
            #[inline]
            fn nth(index: ::core::primitive::usize) -> ::core::option::Option<Self> {
                let mut #start: ::core::primitive::usize = 0;
                #decode
                let _ = (index, &mut #start);
                ::core::option::Option::None
            }
            #[inline]
            fn index(&self) -> ::core::option::Option<::core::primitive::usize> {
                #encode
            }
        }
        #[automatically_derived]
        impl #slots_generics #krate::private::AsSlots for #ident #ty_generics #slots_where {
            type Space = #krate::private::Counted<Self>;
            type Range = ();
            #[inline(always)]
            fn space(_: impl #krate::private::Over<Self, Range = ()>) -> Self::Space {
                #krate::private::Counted::new()
            }
        }
        #[automatically_derived]
        impl #slots_generics #krate::private::Over<#ident #ty_generics> for #krate::private::Every
        #slots_where
        {
            type Range = ();
            #[inline(always)]
            fn range(self) {}
        }
    }
}

/// How many values a variant with these fields has.
fn size(krate: &Path, fields: &[Field<'_>]) -> TokenStream {
    let sizes = fields.iter().map(|field| field_size(krate, field));
    if fields.is_empty() {
        quote!(1)
    } else {
        quote!((1 #(* #sizes)*))
    }
}

/// How many values a field has.
fn field_size(krate: &Path, field: &Field<'_>) -> TokenStream {
    let ty = field.ty;
    match &field.domain {
        Domain::Constants { range, .. } => {
            let (first, last) = (&range.start, last(range));
            quote!(#krate::private::count((#first) as ::core::primitive::i128, #last))
        }
        _ => {
            let krate = placed(krate, ty.span());
            quote_spanned!(ty.span()=> <#ty as #krate::private::Finite>::COUNT)
        }
    }
}

/// The last value of a range.
fn last(range: &ExprRange) -> TokenStream {
    let end = &range.end;
    match range.limits {
        RangeLimits::Closed(_) => quote!((#end) as ::core::primitive::i128),
        RangeLimits::HalfOpen(_) => quote!((#end) as ::core::primitive::i128 - 1),
    }
}

/// A variant from its number, which is used up; its pattern; and its number from the pattern's names.
fn coded(
    krate: &Path,
    variant: &Variant<'_>,
    number: &Ident,
) -> (TokenStream, TokenStream, TokenStream) {
    let locals: Vec<Ident> = (0..variant.fields.len())
        .map(|index| format_ident!("field{index}", span = Span::mixed_site()))
        .collect();
    let (mut decode, mut encode) = (TokenStream::new(), TokenStream::new());
    for (field, value) in variant.fields.iter().zip(&locals) {
        let (ty, size) = (field.ty, field_size(krate, field));
        let (of, to) = match &field.domain {
            Domain::Constants { range, .. } => {
                let first = &range.start;
                (
                    quote!(((#first) as ::core::primitive::i128 + digit as ::core::primitive::i128) as #ty),
                    quote! {
                        #krate::private::digit(
                            *#value as ::core::primitive::i128 - (#first) as ::core::primitive::i128,
                            #size,
                        )?
                    },
                )
            }
            _ => {
                let krate = placed(krate, ty.span());
                let finite = quote_spanned!(ty.span()=> <#ty as #krate::private::Finite>);
                (
                    quote!(#finite::nth(digit)?),
                    quote!(#finite::index(#value)?),
                )
            }
        };
        // The last field varies fastest, so the first digit is the last field's.
        let mut one = quote! {
            let digit: ::core::primitive::usize = #krate::private::last_digit(&mut #number, #size);
            let #value: #ty = #of;
        };
        one.extend(std::mem::take(&mut decode));
        decode = one;
        encode.extend(quote!(#number = #number * #size + #to;));
    }
    let values: Vec<TokenStream> = locals.iter().map(|value| quote!(#value)).collect();
    let value = value(variant, &values);
    (quote!({ #decode #value }), value.clone(), encode)
}
