//! Attributes, read one by one.

use crate::errors::Errors;
use crate::model::GameOf;
use proc_macro2::{Ident, TokenTree};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, Generics, LitStr, Path, Result, Token, Type, WherePredicate};

/// A key that may be given once: the second time is a mistake, and the first is pointed at.
pub(crate) struct Once<T>(Option<(Ident, T)>);

impl<T> Once<T> {
    fn set(&mut self, errors: &mut Errors, key: &Ident, value: T) {
        match &self.0 {
            Some((first, _)) => {
                errors.at(key, format_args!("`{key}` is given twice; keep one of them"));
                errors.at(first, format_args!("`{key}` is given here first"));
            }
            None => self.0 = Some((key.clone(), value)),
        }
    }

    /// What was given.
    pub(crate) fn get(self) -> Option<T> {
        self.0.map(|(_, value)| value)
    }
}

/// What the attributes of an item say.
pub(crate) struct ItemAttr {
    pub(crate) game: Once<GameOf>,
    pub(crate) krate: Once<Path>,
    pub(crate) bound: Once<Vec<WherePredicate>>,
    pub(crate) guard: Once<Expr>,
}

/// One `key = value` of an item's attribute, or `if EXPR`.
enum ItemKey {
    Game(Ident, GameOf),
    Crate(Ident, Path),
    Bound(Ident, Vec<WherePredicate>),
    If(Ident, Expr),
}

impl Parse for ItemKey {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        if !input.peek(Ident::peek_any) {
            return Err(input.error(
                "an item takes `game = PATH`, `crate = PATH`, `bound = \"…\"`, or `if EXPR` for moves; \
                 a range stands on a field",
            ));
        }
        let key = Ident::parse_any(input)?;
        if key == "if" {
            return Ok(ItemKey::If(key, guard(input)?));
        }
        if key != "game" && key != "crate" && key != "bound" {
            let message = format!(
                "unknown key `{key}`; an item takes `game = PATH`, `crate = PATH`, `bound = \"…\"`, or \
                 `if EXPR` for moves"
            );
            return Err(syn::Error::new(key.span(), message));
        }
        input.parse::<Token![=]>()?;
        Ok(if key == "crate" {
            ItemKey::Crate(key, input.call(Path::parse_mod_style)?)
        } else if key == "bound" {
            let text: LitStr = input.parse()?;
            let parse = Punctuated::<WherePredicate, Token![,]>::parse_terminated;
            ItemKey::Bound(key, text.parse_with(parse)?.into_iter().collect())
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

/// All keys of an attribute: behind one that is wrong goes on at the next comma.
fn keys(input: ParseStream<'_>) -> Result<Vec<Result<ItemKey>>> {
    let mut keys = vec![];
    while !input.is_empty() {
        keys.push(input.parse());
        while !input.is_empty() && input.parse::<Option<Token![,]>>()?.is_none() {
            if keys.last().is_some_and(Result::is_ok) {
                keys.push(Err(input.error("a comma is missing before this")));
            }
            input.parse::<TokenTree>()?;
        }
    }
    Ok(keys)
}

/// Reads the item's attributes of the name `moves` or `state`.
pub(crate) fn item(errors: &mut Errors, attrs: &[Attribute], name: &str) -> ItemAttr {
    let mut item =
        ItemAttr { game: Once(None), krate: Once(None), bound: Once(None), guard: Once(None) };
    for attr in attrs.iter().filter(|attr| attr.path().is_ident(name)) {
        let keys = errors.ok(attr.parse_args_with(keys)).into_iter().flatten();
        for key in keys.filter_map(|key| errors.ok(key)).collect::<Vec<_>>() {
            match key {
                ItemKey::Game(key, game) => item.game.set(errors, &key, game),
                ItemKey::Crate(key, path) => item.krate.set(errors, &key, path),
                ItemKey::Bound(key, bound) => item.bound.set(errors, &key, bound),
                ItemKey::If(key, _) if name == "state" => {
                    errors.at(key, "a state has no guard; remove it, or put it on a move");
                }
                ItemKey::If(key, guard) => item.guard.set(errors, &key, guard),
            }
        }
    }
    item
}

/// `if EXPR`.
struct Guard(Expr);

impl Parse for Guard {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        of_item(input)?;
        if !input.peek(Token![if]) {
            return Err(input.error("a variant takes a guard: write `#[moves(if EXPR)]`"));
        }
        input.parse::<Token![if]>()?;
        Ok(Guard(guard(input)?))
    }
}

/// The condition behind `if`.
fn guard(input: ParseStream<'_>) -> Result<Expr> {
    if input.peek(Token![let]) {
        return Err(input.error("a guard is a condition: write `if matches!(EXPR, PATTERN)`"));
    }
    input.parse()
}

/// A key that belongs on the item, said elsewhere.
fn of_item(input: ParseStream<'_>) -> Result<()> {
    let ahead = input.fork();
    match Ident::parse_any(&ahead) {
        Ok(key) if ahead.peek(Token![=]) && !ahead.peek(Token![==]) => {
            let message = format!("`{key} = …` stands on the item");
            Err(syn::Error::new(key.span(), message))
        }
        _ => Ok(()),
    }
}

/// What a field of a move ranges over.
struct Values(Expr);

impl Parse for Values {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        of_item(input)?;
        if input.is_empty() {
            return Err(input.error("write what the field ranges over: `#[moves(EXPR)]`"));
        }
        if input.peek(Token![if]) && !matches!(input.fork().parse::<Expr>(), Ok(Expr::If(_))) {
            return Err(input.error("a guard stands on a variant or on the item"));
        }
        let expr = input.parse()?;
        if !input.is_empty() {
            return Err(input.error("a field ranges over one expression"));
        }
        Ok(Values(expr))
    }
}

/// Reads the guard of a variant.
pub(crate) fn variant(errors: &mut Errors, attrs: &[Attribute]) -> Option<Expr> {
    let guard: Option<Guard> =
        only(errors, attrs, "moves", "a second guard; join the two with `&&`");
    guard.map(|guard| guard.0)
}

/// Reads what a field of a move ranges over.
pub(crate) fn move_field(errors: &mut Errors, attrs: &[Attribute]) -> Option<Expr> {
    let values: Option<Values> = only(errors, attrs, "moves", "a second range; a field has one");
    values.map(|values| values.0)
}

/// Reads an attribute that may stand once.
fn only<T: Parse>(errors: &mut Errors, attrs: &[Attribute], name: &str, twice: &str) -> Option<T> {
    let mut first = None;
    let mut found = None;
    for attr in attrs.iter().filter(|attr| attr.path().is_ident(name)) {
        if let Some(first) = first {
            errors.at(attr, twice);
            errors.at(first, "the first one stands here");
        } else {
            first = Some(attr);
            found = errors.ok(attr.parse_args::<T>());
        }
    }
    found
}

/// `RANGE`, `layer, RANGE` or `layer, RANGE, reach = EXPR`.
pub(crate) struct AxisAttr {
    pub(crate) layer: bool,
    pub(crate) range: Expr,
    pub(crate) reach: Option<(Ident, Expr)>,
}

impl Parse for AxisAttr {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        of_item(input).map_err(|error| match input.cursor().ident() {
            Some((key, _)) if key == "reach" => syn::Error::new(
                key.span(),
                "`reach` stands last: write `#[state(layer, RANGE, reach = EXPR)]`",
            ),
            _ => error,
        })?;
        let ahead = input.fork();
        if let Ok(key) = ahead.parse::<Ident>()
            && key != "layer"
            && ahead.peek(Token![,])
        {
            let message = format!("unknown key `{key}`; before the range may stand `layer`");
            return Err(syn::Error::new(key.span(), message));
        }
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
            if key == "layer" {
                let message = "`layer` stands before the range: write `#[state(layer, RANGE)]`";
                return Err(syn::Error::new(key.span(), message));
            }
            if key != "reach" {
                let message = format!("unknown key `{key}`; behind the range comes `reach = EXPR`");
                return Err(syn::Error::new(key.span(), message));
            }
            input.parse::<Token![=]>()?;
            reach = Some((key, input.parse()?));
            input.parse::<Option<Token![,]>>()?;
        }
        Ok(AxisAttr { layer, range, reach })
    }
}

/// Reads the range of a field of a state.
pub(crate) fn state_field(errors: &mut Errors, attrs: &[Attribute]) -> Option<AxisAttr> {
    only(errors, attrs, "state", "a second range; a field has one")
}
