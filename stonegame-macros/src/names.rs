//! Which names an expression or a type uses.

use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::visit::{self, Visit};
use syn::{Expr, ExprClosure, ExprPath, ExprStruct, Macro, PatIdent, Type, TypePath};

/// The places where an expression uses a name that is not its own: no member, no part of a path, no
/// parameter of a closure.
pub(crate) fn uses(expr: &Expr, name: &str) -> Vec<Ident> {
    let mut finder = Finder { name, found: vec![] };
    finder.visit_expr(expr);
    finder.found
}

/// The first of them.
pub(crate) fn used(expr: &Expr, name: &str) -> Option<Ident> {
    uses(expr, name).into_iter().next()
}

struct Finder<'n> {
    name: &'n str,
    found: Vec<Ident>,
}

impl Finder<'_> {
    fn is_it(&self, ident: &Ident) -> bool {
        ident.unraw() == self.name
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_expr_path(&mut self, path: &'ast ExprPath) {
        if let Some(ident) = path.path.get_ident().filter(|ident| self.is_it(ident)) {
            self.found.push(ident.clone());
        }
    }

    fn visit_expr_closure(&mut self, closure: &'ast ExprClosure) {
        let mut bound = Bound { name: self.name, found: false };
        closure.inputs.iter().for_each(|input| bound.visit_pat(input));
        if !bound.found {
            visit::visit_expr_closure(self, closure);
        }
    }

    fn visit_expr_struct(&mut self, literal: &'ast ExprStruct) {
        // The values of its fields, not their names.
        literal.fields.iter().for_each(|field| self.visit_expr(&field.expr));
        literal.rest.iter().for_each(|rest| self.visit_expr(rest));
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        // What a macro makes of its tokens is not known.
        anywhere(call.tokens.clone(), self.name, &mut self.found);
    }
}

/// Whether a pattern binds a name.
struct Bound<'n> {
    name: &'n str,
    found: bool,
}

impl<'ast> Visit<'ast> for Bound<'_> {
    fn visit_pat_ident(&mut self, pattern: &'ast PatIdent) {
        self.found |= pattern.ident.unraw() == self.name;
        visit::visit_pat_ident(self, pattern);
    }
}

/// The places where a name stands among some tokens.
fn anywhere(tokens: TokenStream, name: &str, found: &mut Vec<Ident>) {
    for tree in tokens {
        match tree {
            TokenTree::Ident(ident) if ident == name => found.push(ident),
            TokenTree::Group(group) => anywhere(group.stream(), name, found),
            _ => {}
        }
    }
}

/// The first place where a type names a type that is not found along a path.
pub(crate) fn holds(ty: &Type, names: &[&Ident]) -> Option<Ident> {
    let mut finder = TypeFinder { names, found: None };
    finder.visit_type(ty);
    finder.found
}

struct TypeFinder<'n> {
    names: &'n [&'n Ident],
    found: Option<Ident>,
}

impl<'ast> Visit<'ast> for TypeFinder<'_> {
    fn visit_type_path(&mut self, path: &'ast TypePath) {
        if path.qself.is_none() && path.path.segments.len() == 1 {
            let ident = &path.path.segments[0].ident;
            if self.names.contains(&ident) {
                self.found.get_or_insert(ident.clone());
            }
        }
        visit::visit_type_path(self, path);
    }
}
