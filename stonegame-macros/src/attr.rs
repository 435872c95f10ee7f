//! Attributes, read one by one.

use crate::errors::Errors;
use crate::model::GameOf;
use proc_macro2::Ident;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, Generics, Path, Result, Token, Type};

/// A key that may be given once: the second time is a mistake.
pub(crate) struct Once<T>(pub(crate) Option<T>);

impl<T> Once<T> {
    fn set(&mut self, errors: &mut Errors, key: &Ident, value: T) {
        if self.0.is_some() {
            errors.at(
                key,
                format_args!("`{key}` is given twice; keep one of them"),
            );
        } else {
            self.0 = Some(value);
        }
    }
}

/// What the attributes of an item say.
pub(crate) struct ItemAttr {
    pub(crate) game: Once<GameOf>,
    pub(crate) krate: Once<Path>,
    pub(crate) guard: Once<Expr>,
}

/// One `key = value` of an item's attribute, or `if EXPR`.
enum ItemKey {
    Game(Ident, GameOf),
    Crate(Ident, Path),
    If(Ident, Expr),
}

impl Parse for ItemKey {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let key = Ident::parse_any(input)?;
        if key == "if" {
            return Ok(ItemKey::If(key, input.parse()?));
        }
        if key != "game" && key != "crate" {
            let message =
                format!("unknown key `{key}`; the keys here are `game = PATH` and `crate = PATH`");
            return Err(syn::Error::new(key.span(), message));
        }
        input.parse::<Token![=]>()?;
        Ok(if key == "crate" {
            ItemKey::Crate(key, input.call(Path::parse_mod_style)?)
        } else {
            ItemKey::Game(key, input.parse()?)
        })
    }
}

impl Parse for GameOf {
    /// `PATH` or `for<…> PATH`.
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let mut brought = Generics::default();
        if input.parse::<Option<Token![for]>>()?.is_some() {
            brought = input.parse()?;
        }
        let path: Type = input.parse()?;
        Ok(GameOf { path, brought })
    }
}

/// Reads the item's attributes of the name `moves` or `state`.
pub(crate) fn item(errors: &mut Errors, attrs: &[Attribute], name: &str) -> ItemAttr {
    let mut item = ItemAttr {
        game: Once(None),
        krate: Once(None),
        guard: Once(None),
    };
    for attr in attrs.iter().filter(|attr| attr.path().is_ident(name)) {
        let keys = attr.parse_args_with(Punctuated::<ItemKey, Token![,]>::parse_terminated);
        for key in errors.ok(keys).into_iter().flatten() {
            match key {
                ItemKey::Game(key, game) => item.game.set(errors, &key, game),
                ItemKey::Crate(key, path) => item.krate.set(errors, &key, path),
                ItemKey::If(key, _) if name == "state" => {
                    errors.at(
                        key,
                        "a state has no guard; remove `if`, or put it on a move",
                    );
                }
                ItemKey::If(key, guard) => item.guard.set(errors, &key, guard),
            }
        }
    }
    item
}

/// `if EXPR`.
struct Guard(Token![if], Expr);

impl Parse for Guard {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        if !input.peek(Token![if]) {
            return Err(input.error("a variant takes a guard: write `#[moves(if EXPR)]`"));
        }
        Ok(Guard(input.parse()?, input.parse()?))
    }
}

/// Reads the guard of a variant.
pub(crate) fn variant(errors: &mut Errors, attrs: &[Attribute]) -> Option<Expr> {
    let mut guard = None;
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("moves")) {
        let Some(Guard(token, expr)) = errors.ok(attr.parse_args()) else {
            continue;
        };
        if guard.is_some() {
            errors.at(token, "a second guard; join the two with `&&`");
        }
        guard = Some(expr);
    }
    guard
}

/// Reads what a field of a move ranges over.
pub(crate) fn move_field(errors: &mut Errors, attrs: &[Attribute]) -> Option<Expr> {
    let mut domain = None;
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("moves")) {
        let Some(expr) = errors.ok(attr.parse_args::<Expr>()) else {
            continue;
        };
        if domain.is_some() {
            errors.at(attr, "a second range; a field has one");
        }
        domain = Some(expr);
    }
    domain
}

/// `RANGE`, `layer, RANGE` or `layer, RANGE, reach = EXPR`.
pub(crate) struct AxisAttr {
    pub(crate) layer: bool,
    pub(crate) range: Expr,
    pub(crate) reach: Option<(Ident, Expr)>,
}

impl Parse for AxisAttr {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let ahead = input.fork();
        let layer = ahead.parse::<Ident>().is_ok_and(|ident| ident == "layer")
            && (ahead.peek(Token![,]) || ahead.is_empty());
        if layer {
            input.parse::<Ident>()?;
            if input.is_empty() {
                return Err(input.error("a layer has a range: write `#[state(layer, 0..=MOST)]`"));
            }
            input.parse::<Token![,]>()?;
        }
        let range = input.parse()?;
        let mut reach = None;
        if input.parse::<Option<Token![,]>>()?.is_some() && !input.is_empty() {
            let key = input.call(Ident::parse_any)?;
            if key != "reach" {
                let message = format!("unknown key `{key}`; behind the range comes `reach = EXPR`");
                return Err(syn::Error::new(key.span(), message));
            }
            input.parse::<Token![=]>()?;
            reach = Some((key, input.parse()?));
            input.parse::<Option<Token![,]>>()?;
        }
        Ok(AxisAttr {
            layer,
            range,
            reach,
        })
    }
}

/// Reads the range of a field of a state.
pub(crate) fn state_field(errors: &mut Errors, attrs: &[Attribute]) -> Option<AxisAttr> {
    let mut axis = None;
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("state")) {
        let Some(read) = errors.ok(attr.parse_args::<AxisAttr>()) else {
            continue;
        };
        if axis.is_some() {
            errors.at(attr, "a second range; a field has one");
        }
        axis = Some(read);
    }
    axis
}
