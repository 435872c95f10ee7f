#[automatically_derived]
#[allow(deprecated)]
impl<
    T,
    __StonegameGame: ::stonegame_core::private::Game<State = Rows<T>>,
> ::stonegame_core::private::State<__StonegameGame> for Rows<T>
where
    Rows<
        T,
    >: ::core::clone::Clone + ::core::cmp::Eq + ::core::hash::Hash + ::core::fmt::Debug,
{
    type Space = ::stonegame_core::private::Sparse<Self>;
    #[inline(always)]
    fn space(_: &__StonegameGame) -> Self::Space {
        ::stonegame_core::private::Sparse::new()
    }
    #[inline]
    fn heap_bytes(&self) -> ::core::primitive::usize {
        #[allow(unused_imports)]
        use ::stonegame_core::private::{Owns as _, OwnsNothing as _};
        match self {
            Self { 0: __stonegame_field0 } => {
                0
                    + (&::stonegame_core::private::Field(__stonegame_field0))
                        .__stonegame_heap_bytes()
            }
        }
    }
}
