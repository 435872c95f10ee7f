//! The impls for moves that can be counted: `Finite`, and what a field of a state needs.

use super::moves::{local, needs, value};
use crate::generics::{itself, own, placed};
use crate::model::{Domain, Field, Moves, Variant};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{ExprRange, Path, RangeLimits};

/// The impls.
pub(super) fn numbering(moves: &Moves<'_>) -> TokenStream {
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
