//! All mistakes of one item, collected.

use proc_macro2::TokenStream;
use quote::ToTokens;

/// The mistakes found so far.
#[derive(Default)]
pub(crate) struct Errors(Vec<syn::Error>);

impl Errors {
    /// Notes a mistake at some tokens.
    pub(crate) fn at(&mut self, tokens: impl ToTokens, message: impl std::fmt::Display) {
        self.0.push(syn::Error::new_spanned(tokens, message));
    }

    /// Notes a mistake that parsing found.
    pub(crate) fn push(&mut self, error: syn::Error) {
        self.0.push(error);
    }

    /// The value of a result, or its mistake noted.
    pub(crate) fn ok<T>(&mut self, result: syn::Result<T>) -> Option<T> {
        result.map_err(|error| self.push(error)).ok()
    }

    /// `value`, if there was no mistake.
    pub(crate) fn finish<T>(self, value: T) -> Result<T, Errors> {
        if self.0.is_empty() { Ok(value) } else { Err(self) }
    }

    /// The mistakes as tokens that the compiler reports.
    pub(crate) fn into_tokens(self) -> TokenStream {
        self.0.into_iter().map(syn::Error::into_compile_error).collect()
    }
}
