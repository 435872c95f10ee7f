//! The impl of `State`.

use super::moves::local;
use crate::generics::{
    Header, assumed, bind, depends, has_lifetimes, header, itself, own, placed, with,
};
use crate::model::{Axis, Item, Layered, Members, State};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Generics, WherePredicate, parse_quote};

/// Writes the impl.
pub(crate) fn expand(state: &State<'_>) -> TokenStream {
    match &state.layered {
        None => sparse(&state.item, &state.variants),
        Some(ranged) => layered(&state.item, ranged),
    }
}

/// What any game that these positions serve has to be.
fn any_game(item: &Item<'_>) -> TokenStream {
    let (krate, ident) = (&item.krate, item.ident);
    let (_, ty_generics, _) = item.generics.split_for_impl();
    quote!(#krate::private::Game<State = #ident #ty_generics>)
}

/// What a state has to be itself.
fn itself_is(item: &Item<'_>) -> Vec<WherePredicate> {
    let bounds = quote! {
        ::core::clone::Clone + ::core::cmp::Eq + ::core::hash::Hash + ::core::fmt::Debug
    };
    itself(item, &bounds).into_iter().collect()
}

/// A space that hashes positions as they are met.
pub(crate) fn sparse(item: &Item<'_>, variants: &[Members]) -> TokenStream {
    let (krate, ident) = (&item.krate, item.ident);
    let Header { generics, game } = header(item, &any_game(item), |_| itself_is(item));
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let (_, ty_generics, _) = item.generics.split_for_impl();
    let heap_bytes = heap_bytes(item, variants);
    quote! {
        #[automatically_derived]
        #[allow(deprecated)]
        impl #impl_generics #krate::private::State<#game> for #ident #ty_generics #where_clause {
            type Space = #krate::private::Sparse<Self>;
            #[inline(always)]
            fn space(_: &#game) -> Self::Space {
                #krate::private::Sparse::new()
            }
            #heap_bytes
        }
    }
}

/// What a state owns on the heap.
fn heap_bytes(item: &Item<'_>, variants: &[Members]) -> TokenStream {
    let krate = &item.krate;
    let arms = variants.iter().filter(|variant| !variant.members.is_empty());
    let arms = arms.map(|Members { path, members }| {
        let locals: Vec<Ident> = (0..members.len()).map(|i| local(&format!("field{i}"))).collect();
        quote! {
            #path { #(#members: #locals),* } => {
                0 #(+ (&#krate::private::Field(#locals)).__stonegame_heap_bytes())*
            }
        }
    });
    let mut arms: Vec<TokenStream> = arms.collect();
    if arms.is_empty() {
        return quote!();
    }
    if arms.len() < variants.len() {
        arms.push(quote!(_ => 0,));
    }
    quote! {
        #[inline]
        fn heap_bytes(&self) -> ::core::primitive::usize {
            #[allow(unused_imports)]
            use #krate::private::{Owns as _, OwnsNothing as _};
            match self { #(#arms)* }
        }
    }
}

/// A field's place among the nested pairs: its type, its space's type and value, how it is read,
/// and the local it is bound to when a state is put together.
struct Part {
    ty: TokenStream,
    space_ty: TokenStream,
    space: TokenStream,
    get: TokenStream,
    pattern: TokenStream,
}

impl Part {
    fn new(item: &Item<'_>, game: &Ident, axis: &Axis<'_>, local: &Ident) -> Self {
        let (krate, ty, member) = (&item.krate, axis.ty, &axis.member);
        let kind = kind(axis);
        // At the type's own place, so that it is pointed at; the range is where its author put it.
        let placed = placed(krate, ty.span());
        let space = match &axis.range {
            Some(range) => {
                let bound = bind(range, "game", game);
                let make = quote_spanned!(ty.span()=> <#ty as #placed::private::#kind>::space);
                quote!({ #bound #make(#range) })
            }
            None => quote_spanned!(ty.span()=> <#ty as #placed::private::Whole>::whole()),
        };
        Part {
            ty: quote!(#ty),
            space_ty: quote!(<#ty as #krate::private::#kind>::Space),
            space,
            get: quote!(::core::clone::Clone::clone(&self.#member)),
            pattern: quote!(#local),
        }
    }

    /// This part and all that follow it, as a pair.
    fn with(self, item: &Item<'_>, rest: Part) -> Self {
        let krate = &item.krate;
        let pair = |a: TokenStream, b: TokenStream| quote!((#a, #b));
        let (space_ty, rest_ty) = (self.space_ty, rest.space_ty);
        let (space, rest_space) = (self.space, rest.space);
        Part {
            ty: pair(self.ty, rest.ty),
            space_ty: quote!(#krate::private::Product<#space_ty, #rest_ty>),
            space: quote!(#krate::private::Product::new(#space, #rest_space)),
            get: pair(self.get, rest.get),
            pattern: pair(self.pattern, rest.pattern),
        }
    }
}

/// The trait by which a field has a space.
fn kind(axis: &Axis<'_>) -> TokenStream {
    if axis.layer { quote!(AsLayer) } else { quote!(AsSlots) }
}

/// The trait that a field's type needs, which is not always the one that has the space.
fn need(item: &Item<'_>, axis: &Axis<'_>) -> TokenStream {
    let krate = &item.krate;
    let need = if axis.range.is_none() { quote!(Whole) } else { kind(axis) };
    quote!(#krate::private::#need)
}

/// What the fields that depend on a parameter have to be.
fn fields_are(item: &Item<'_>, ranged: &Layered<'_>) -> Vec<WherePredicate> {
    let axes = ranged.axes.iter().filter(|axis| depends(item, axis.ty));
    let bound = |axis: &Axis<'_>| {
        let (ty, need) = (axis.ty, need(item, axis));
        parse_quote!(#ty: #need + ::core::clone::Clone)
    };
    axes.map(bound).collect()
}

/// The other fields of which only the compiler knows what they are. Two types that differ in their lifetimes alone are
/// the same bound to it, and then one too many: of those with lifetimes nothing is taken for granted.
fn unknown<'r, 'a>(item: &Item<'_>, ranged: &'r Layered<'a>) -> Vec<&'r Axis<'a>> {
    let unknown =
        |axis: &&Axis<'_>| !axis.known && !depends(item, axis.ty) && !has_lifetimes(axis.ty);
    ranged.axes.iter().filter(unknown).collect()
}

/// Asks of each of these fields that has no range what the impls take for granted: the one place where
/// it is told that its type cannot be numbered. Of a field with a range, the range is asked.
fn asked(item: &Item<'_>, own: &Generics, unknown: &[&Axis<'_>]) -> TokenStream {
    let asks = unknown.iter().filter(|axis| axis.range.is_none()).map(|axis| {
        let (ty, placed) = (axis.ty, placed(&item.krate, axis.ty.span()));
        quote_spanned!(ty.span()=> let _ = <#ty as #placed::private::Whole>::whole;)
    });
    let asks: Vec<TokenStream> = asks.collect();
    if asks.is_empty() {
        return quote!();
    }
    let (own_generics, _, own_where) = own.split_for_impl();
    quote! {
        #[allow(dead_code, deprecated)]
        fn __stonegame_numbered #own_generics () #own_where {
            #(#asks)*
        }
    }
}

fn layered(item: &Item<'_>, ranged: &Layered<'_>) -> TokenStream {
    let (krate, ident) = (&item.krate, item.ident);
    let game_ = local("game");
    let locals: Vec<Ident> =
        (0..ranged.axes.len()).map(|index| local(&format!("field{index}"))).collect();
    let parts = ranged.axes.iter().zip(&locals).rev();
    let parts = parts.map(|(axis, local)| Part::new(item, &game_, axis, local));
    // A model with ranges has at least one field.
    let Some(all) = parts.reduce(|rest, part| part.with(item, rest)) else {
        return sparse(item, &[]);
    };
    let Part { ty, space_ty, space, get, pattern } = all;
    let reach = match &ranged.reach {
        Some(reach) => {
            let bound = bind(reach, "game", &game_);
            quote!(::core::option::Option::Some({ #bound #reach }))
        }
        None => quote!(::core::option::Option::None),
    };
    let members = ranged.axes.iter().map(|axis| &axis.member);

    let needs = || itself_is(item).into_iter().chain(fields_are(item, ranged)).collect();
    let Header { generics, game } = header(item, &any_game(item), |_| needs());
    let unknown = unknown(item, ranged);
    let assumed: Vec<_> = unknown.iter().map(|axis| assumed(axis.ty, &need(item, axis))).collect();
    let generics = with(generics, assumed.clone());
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let whole = with(crate::generics::own(item, needs), assumed);
    let own = own(item, || fields_are(item, ranged));
    let asked = asked(item, &own, &unknown);
    let (own_generics, ty_generics, own_where) = own.split_for_impl();
    let layered = ranged.axes.iter().any(|axis| axis.layer);
    let (kind, reach) =
        if layered { (quote!(Derived), quote!(, #reach)) } else { (quote!(Unlayered), quote!()) };
    let (name, inner) = (format_ident!("__StonegameSpace"), quote!(#krate::private::#kind));
    let inner_ty = quote!(#inner<#ident #ty_generics, #space_ty>);
    let newtype = newtype(item, &name, &whole, &quote!(#ident #ty_generics), &inner_ty);
    // A type of its own, in a scope of its own: the types of fields may be less visible than the
    // state, and an associated type must not show them.
    quote! {
        const _: () = {
            #asked
            #newtype
            #[automatically_derived]
            #[allow(deprecated)]
            impl #impl_generics #krate::private::State<#game> for #ident #ty_generics #where_clause {
                type Space = #name #ty_generics;
                #[inline(always)]
                fn space(#game_: &#game) -> Self::Space {
                    let _ = #game_;
                    #name(#inner::new(#space #reach))
                }
            }
            #[automatically_derived]
            #[allow(deprecated)]
            impl #own_generics #krate::private::Record<#ty> for #ident #ty_generics #own_where {
                #[inline(always)]
                fn to_fields(&self) -> #ty {
                    #get
                }
                #[inline(always)]
                fn of_fields(#pattern: #ty) -> Self {
                    Self { #(#members: #locals),* }
                }
            }
        };
    }
}

/// A space that does what another one does, and does not show its type.
fn newtype(
    item: &Item<'_>,
    name: &Ident,
    generics: &Generics,
    state: &TokenStream,
    inner: &TokenStream,
) -> TokenStream {
    let (krate, vis) = (&item.krate, item.vis);
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let params = &generics.params;
    let (usize_, u32_) = (quote!(::core::primitive::usize), quote!(::core::primitive::u32));
    let option = quote!(::core::option::Option);
    quote! {
        /// How the positions of the state beside it are numbered.
        #[allow(deprecated)]
        #vis struct #name<#params>(#inner) #where_clause;

        #[automatically_derived]
        #[allow(deprecated)]
        impl #impl_generics ::core::clone::Clone for #name #ty_generics #where_clause {
            #[inline(always)]
            fn clone(&self) -> Self {
                #name(::core::clone::Clone::clone(&self.0))
            }
        }

        #[automatically_derived]
        #[allow(deprecated)]
        impl #impl_generics #krate::private::Space for #name #ty_generics #where_clause {
            type State = #state;
            type Key = #state;
            const SPARSE: ::core::primitive::bool = <#inner as #krate::private::Space>::SPARSE;
            const CHAIN: ::core::primitive::bool = <#inner as #krate::private::Space>::CHAIN;
            const FLAT: ::core::primitive::bool = <#inner as #krate::private::Space>::FLAT;
            const PACKS: ::core::primitive::bool = <#inner as #krate::private::Space>::PACKS;
            #[inline(always)]
            fn layers(&self) -> #usize_ {
                #krate::private::Space::layers(&self.0)
            }
            #[inline(always)]
            fn width(&self, layer: #usize_) -> #usize_ {
                #krate::private::Space::width(&self.0, layer)
            }
            #[inline(always)]
            fn locate(&self, state: &#state) -> #option<#krate::private::Cell> {
                #krate::private::Space::locate(&self.0, state)
            }
            #[inline(always)]
            fn at(&self, layer: #usize_, slot: #usize_) -> #state {
                #krate::private::Space::at(&self.0, layer, slot)
            }
            #[inline(always)]
            fn reach(&self) -> #usize_ {
                #krate::private::Space::reach(&self.0)
            }
            #[inline(always)]
            fn pack(&self, state: #state) -> #option<#state> {
                #krate::private::Space::pack(&self.0, state)
            }
            #[inline(always)]
            fn unpack<__StonegameOut>(
                &self,
                key: &#state,
                see: impl ::core::ops::FnOnce(&#state) -> __StonegameOut,
            ) -> __StonegameOut {
                #krate::private::Space::unpack(&self.0, key, see)
            }
            #[inline(always)]
            fn bits(&self) -> #u32_ {
                #krate::private::Space::bits(&self.0)
            }
            #[inline(always)]
            fn to_bits<__StonegameWord: #krate::private::Word>(
                &self,
                state: &#state,
            ) -> #option<__StonegameWord> {
                #krate::private::Space::to_bits(&self.0, state)
            }
            #[inline(always)]
            fn of_bits<__StonegameWord: #krate::private::Word>(
                &self,
                word: __StonegameWord,
            ) -> #option<#state> {
                #krate::private::Space::of_bits(&self.0, word)
            }
            #[inline(always)]
            fn each<__StonegameBreak>(
                &self,
                layer: #usize_,
                slots: ::core::ops::Range<#usize_>,
                visit: impl ::core::ops::FnMut(#usize_, #state) -> ::core::ops::ControlFlow<__StonegameBreak>,
            ) -> ::core::ops::ControlFlow<__StonegameBreak> {
                #krate::private::Space::each(&self.0, layer, slots, visit)
            }
            #[inline(always)]
            fn even(&self) -> #option<#usize_> {
                #krate::private::Space::even(&self.0)
            }
            fn positions(&self, layers: #usize_) -> #option<::core::primitive::u64> {
                #krate::private::Space::positions(&self.0, layers)
            }
            fn widest(&self, layers: #usize_) -> #usize_ {
                #krate::private::Space::widest(&self.0, layers)
            }
        }
    }
}
