//! The impls for moves that can be counted: `Finite`, and what a field of a state needs.

use super::moves::{counted, local, value};
use crate::generics::{itself, own, placed, unwrapped};
use crate::model::{Domain, Field, Item, Moves, Variant};
use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, ExprRange, Generics, Path, RangeLimits, Type};

/// The impls.
pub(super) fn numbering(moves: &Moves<'_>) -> TokenStream {
    let item = &moves.item;
    let (krate, ident) = (&item.krate, item.ident);
    let generics = own(item, || counted(moves, None));
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    // A field of a state may range over them, too.
    let cloned = itself(item, &quote!(::core::clone::Clone));
    let slots = slots(item, &own(item, || counted(moves, cloned)));
    let runs: Vec<Run<'_, '_>> =
        moves.variants.chunk_by(|a, b| plain(a) && plain(b)).map(Run).collect();
    let sizes: Vec<TokenStream> = runs.iter().map(|run| run.size(krate)).collect();
    let (number, start, end) = (local("number"), local("start"), local("end"));

    let (mut decode, mut encode, mut arms) = (TokenStream::new(), TokenStream::new(), vec![]);
    for (index, (run, size)) in runs.iter().zip(&sizes).enumerate() {
        // Where each run's numbers begin, counted along.
        let base = local(&format!("start{index}"));
        let (built, of_run) = run.coded(krate, &number, &base);
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
        arms.push(of_run);
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
        #slots
    }
}

/// What lets a field of a state range over the item's values.
fn slots(item: &Item<'_>, generics: &Generics) -> TokenStream {
    let (krate, ident) = (&item.krate, item.ident);
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    quote! {
        #[automatically_derived]
        #[allow(deprecated)]
        impl #impl_generics #krate::private::Ranged for #ident #ty_generics #where_clause {
            type Range = ();
        }
        #[automatically_derived]
        #[allow(deprecated)]
        impl #impl_generics #krate::private::AsSlots for #ident #ty_generics #where_clause {
            type Space = #krate::private::Counted<Self>;
            #[inline(always)]
            fn space(_: impl #krate::private::Over<Self>) -> Self::Space {
                #krate::private::Counted::new()
            }
        }
        #[automatically_derived]
        #[allow(deprecated)]
        impl #impl_generics #krate::private::Whole for #ident #ty_generics #where_clause {
            #[inline(always)]
            fn whole() -> Self::Space {
                #krate::private::Counted::new()
            }
        }
    }
}

/// The same impls for an item whose mistakes were told: it has no values.
pub(crate) fn uncounted(item: &Item<'_>) -> TokenStream {
    let (krate, ident) = (&item.krate, item.ident);
    let generics = own(item, || itself(item, &quote!(::core::clone::Clone)).into_iter().collect());
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let slots = slots(item, &generics);
    quote! {
        #[automatically_derived]
        #[allow(deprecated)]
        impl #impl_generics #krate::private::Finite for #ident #ty_generics #where_clause {
            const COUNT: ::core::primitive::usize = 0;
            fn nth(_: ::core::primitive::usize) -> ::core::option::Option<Self> {
                ::core::option::Option::None
            }
            fn index(&self) -> ::core::option::Option<::core::primitive::usize> {
                ::core::option::Option::None
            }
        }
        #slots
    }
}

/// A variant without fields.
fn plain(variant: &Variant<'_>) -> bool {
    variant.fields.is_empty()
}

/// Variants without fields next to each other, or one variant with fields.
struct Run<'v, 'a>(&'v [Variant<'a>]);

impl Run<'_, '_> {
    /// How many values it has.
    fn size(&self, krate: &Path) -> TokenStream {
        match self.0 {
            [variant] if !plain(variant) => {
                let sizes = variant.fields.iter().map(|field| field_size(krate, field));
                quote!((1 #(* #sizes)*))
            }
            variants => {
                let size = variants.len();
                quote!(#size)
            }
        }
    }

    /// A value from its number within the run, which is used up; and the arms that tell a value's
    /// number, where that of the run's first one is `base`.
    fn coded(&self, krate: &Path, number: &Ident, base: &Ident) -> (TokenStream, TokenStream) {
        match self.0 {
            [variant] if !plain(variant) => {
                let (built, pattern, code) = coded(krate, variant, number);
                let arm = quote! {
                    #pattern => {
                        let mut #number: ::core::primitive::usize = 0;
                        #code
                        ::core::option::Option::Some(#base + #number)
                    }
                };
                (built, arm)
            }
            variants => {
                let values: Vec<_> = variants.iter().map(|variant| value(variant, &[])).collect();
                let places: Vec<usize> = (0..variants.len()).collect();
                let built = quote! {
                    match #number {
                        #(#places => #values,)*
                        _ => return ::core::option::Option::None,
                    }
                };
                let arms = quote!(#(#values => ::core::option::Option::Some(#base + #places),)*);
                (built, arms)
            }
        }
    }
}

/// How many values a field has.
fn field_size(krate: &Path, field: &Field<'_>) -> TokenStream {
    let ty = field.ty;
    match &field.domain {
        Domain::Constants { range, .. } => {
            let (first, last) = (first(range, ty), last(range, ty));
            quote!(#krate::private::count(#first, #last))
        }
        _ => {
            let krate = placed(krate, ty.span());
            quote_spanned!(ty.span()=> <#ty as #krate::private::Finite>::COUNT)
        }
    }
}

/// The first value of a range.
fn first(range: &ExprRange, ty: &Type) -> TokenStream {
    widened(&range.start, ty)
}

/// The last value of a range.
fn last(range: &ExprRange, ty: &Type) -> TokenStream {
    let end = widened(&range.end, ty);
    match range.limits {
        RangeLimits::Closed(_) => end,
        RangeLimits::HalfOpen(_) => quote!((#end - 1)),
    }
}

/// An end of a range, which is a value of the field's type, as one of the widest type.
fn widened(end: &Option<Box<Expr>>, ty: &Type) -> TokenStream {
    let value = local("end");
    let end = end.as_deref().map(unwrapped);
    quote!({ let #value: #ty = #end; #value as ::core::primitive::i128 })
}

/// A variant from its number, which is used up; its pattern; and its number from the pattern's names.
fn coded(
    krate: &Path,
    variant: &Variant<'_>,
    number: &Ident,
) -> (TokenStream, TokenStream, TokenStream) {
    let locals: Vec<Ident> =
        (0..variant.fields.len()).map(|index| local(&format!("field{index}"))).collect();
    let digit = local("digit");
    let (mut decode, mut encode) = (TokenStream::new(), TokenStream::new());
    for (field, value) in variant.fields.iter().zip(&locals) {
        let (ty, size) = (field.ty, field_size(krate, field));
        let (of, to) = match &field.domain {
            Domain::Constants { range, .. } => {
                let first = first(range, ty);
                (
                    quote!((#first + #digit as ::core::primitive::i128) as #ty),
                    quote!(#krate::private::digit(*#value as ::core::primitive::i128, #first, #size)?),
                )
            }
            _ => {
                let krate = placed(krate, ty.span());
                let finite = quote_spanned!(ty.span()=> <#ty as #krate::private::Finite>);
                (quote!(#finite::nth(#digit)?), quote!(#finite::index(#value)?))
            }
        };
        // The last field varies fastest, so the first digit is the last field's.
        let mut one = quote! {
            let #digit: ::core::primitive::usize = #krate::private::last_digit(&mut #number, #size);
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
