#[automatically_derived]
#[allow(deprecated)]
impl<T, V: Value> ::stonegame_core::private::Move<StoneGameII<V>> for Take<T>
where
    Take<T>: ::core::clone::Clone + ::core::fmt::Debug,
    T: ::stonegame_core::private::Move<StoneGameII<V>>,
{
    #[inline(always)]
    fn each<__StonegameBreak>(
        game: &StoneGameII<V>,
        state: &<StoneGameII<V> as ::stonegame_core::private::Game>::State,
        mut visit: impl ::core::ops::FnMut(
            Self,
        ) -> ::core::ops::ControlFlow<__StonegameBreak>,
    ) -> ::core::ops::ControlFlow<__StonegameBreak> {
        let _ = (game, state, &mut visit);
        for piles in {
            let state = state;
            let state = state;
            ::stonegame_core::private::closed::<usize>(1, state.left.min(2 * state.m))
        } {
            let piles: usize = piles;
            for other in {
                let game = game;
                if_any(game, piles)
            } {
                let other: u32 = other;
                <T as ::stonegame_core::private::Move<
                    StoneGameII<V>,
                >>::each(
                    game,
                    state,
                    #[inline(always)]
                    |whole: T| {
                        visit(Self {
                            piles: ::core::clone::Clone::clone(&piles),
                            other: ::core::clone::Clone::clone(&other),
                            whole: ::core::clone::Clone::clone(&whole),
                        })?;
                        ::core::ops::ControlFlow::Continue(())
                    },
                )?;
            }
        }
        ::core::ops::ControlFlow::Continue(())
    }
}
