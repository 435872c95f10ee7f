#[automatically_derived]
#[allow(deprecated)]
impl<T, V: Value> ::stonegame_core::private::Move<StoneGameII<V>> for Take<T>
where
    Take<T>: ::core::clone::Clone + ::core::fmt::Debug,
    T: ::stonegame_core::private::Move<StoneGameII<V>>,
{
    #[inline(always)]
    fn each<__StonegameBreak>(
        __stonegame_game: &StoneGameII<V>,
        __stonegame_state: &<StoneGameII<V> as ::stonegame_core::private::Game>::State,
        mut __stonegame_visit: impl ::core::ops::FnMut(
            Self,
        ) -> ::core::ops::ControlFlow<__StonegameBreak>,
    ) -> ::core::ops::ControlFlow<__StonegameBreak> {
        let _ = (__stonegame_game, __stonegame_state, &mut __stonegame_visit);
        {
            let state = __stonegame_state;
            let state = __stonegame_state;
            for __stonegame_field_piles in ::stonegame_core::private::closed::<
                usize,
            >(1, state.left.min(2 * state.m)) {
                let __stonegame_field_piles: usize = __stonegame_field_piles;
                {
                    let game = __stonegame_game;
                    let piles = ::core::clone::Clone::clone(&__stonegame_field_piles);
                    for __stonegame_field_other in if_any(game, piles) {
                        let __stonegame_field_other: u32 = __stonegame_field_other;
                        <T as ::stonegame_core::private::Move<
                            StoneGameII<V>,
                        >>::each(
                            __stonegame_game,
                            __stonegame_state,
                            #[inline(always)]
                            |__stonegame_field_whole: T| {
                                __stonegame_visit(Self {
                                    piles: ::core::clone::Clone::clone(
                                        &__stonegame_field_piles,
                                    ),
                                    other: ::core::clone::Clone::clone(
                                        &__stonegame_field_other,
                                    ),
                                    whole: ::core::clone::Clone::clone(&__stonegame_field_whole),
                                })?;
                                ::core::ops::ControlFlow::Continue(())
                            },
                        )?;
                    }
                }
            }
        }
        ::core::ops::ControlFlow::Continue(())
    }
}
