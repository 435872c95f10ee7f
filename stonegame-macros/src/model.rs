//! What an expansion sees: items whose attributes were read and judged.

use proc_macro2::{Ident, TokenStream};
use syn::{Expr, ExprRange, Generics, LitInt, Member, Path, Type, Visibility, WherePredicate};

/// What both derives know of an item.
pub(crate) struct Item<'a> {
    pub(crate) vis: &'a Visibility,
    pub(crate) ident: &'a Ident,
    pub(crate) generics: &'a Generics,
    pub(crate) krate: Path,
    pub(crate) game: Option<GameOf>,
    /// What `bound = "…"` says instead of the bounds that would be inferred.
    pub(crate) bound: Option<Vec<WherePredicate>>,
}

/// The game that an item belongs to, and the parameters that it brings.
pub(crate) struct GameOf {
    pub(crate) path: Type,
    pub(crate) brought: Generics,
}

/// An item that derives `Move`.
pub(crate) struct Moves<'a> {
    pub(crate) item: Item<'a>,
    /// Enumerated only where this is true.
    pub(crate) guard: Option<Expr>,
    /// One for a struct.
    pub(crate) variants: Vec<Variant<'a>>,
}

/// A variant, or the struct itself.
pub(crate) struct Variant<'a> {
    /// `Self` or `Self::Name`.
    pub(crate) path: TokenStream,
    pub(crate) guard: Option<Expr>,
    pub(crate) fields: Vec<Field<'a>>,
}

/// A field of a move.
pub(crate) struct Field<'a> {
    pub(crate) member: Member,
    /// What later expressions call it.
    pub(crate) name: Ident,
    pub(crate) ty: &'a Type,
    pub(crate) domain: Domain,
}

/// What a field of a move ranges over.
pub(crate) enum Domain {
    /// All values of its type.
    Whole,
    /// A range between constants, and its values if they are few literals.
    Constants { range: ExprRange, unrolled: Option<Vec<LitInt>> },
    /// Whatever an expression iterates over.
    Each(Expr),
}

impl Moves<'_> {
    /// Whether the moves depend on nothing but constants, so that they can be counted.
    pub(crate) fn is_finite(&self) -> bool {
        let free = |variant: &Variant<'_>| {
            let each = |field: &Field<'_>| matches!(field.domain, Domain::Each(_));
            variant.guard.is_none() && !variant.fields.iter().any(each)
        };
        self.item.game.is_none() && self.guard.is_none() && self.variants.iter().all(free)
    }
}

/// An item that derives `State`.
pub(crate) struct State<'a> {
    pub(crate) item: Item<'a>,
    /// The fields of a struct, or of each variant.
    pub(crate) variants: Vec<Members>,
    /// `None`: sparse.
    pub(crate) layered: Option<Layered<'a>>,
}

/// The fields of a variant.
pub(crate) struct Members {
    /// `Self`, or `Self::Variant`.
    pub(crate) path: TokenStream,
    pub(crate) members: Vec<Member>,
}

/// A struct of ranged fields.
pub(crate) struct Layered<'a> {
    pub(crate) axes: Vec<Axis<'a>>,
    pub(crate) reach: Option<Expr>,
}

/// A field of a layered state.
pub(crate) struct Axis<'a> {
    pub(crate) member: Member,
    pub(crate) ty: &'a Type,
    pub(crate) layer: bool,
    /// `None`: all values of its type.
    pub(crate) range: Option<Expr>,
    /// Whether the type is one of the language's own, of which it is known what it can be.
    pub(crate) known: bool,
}
