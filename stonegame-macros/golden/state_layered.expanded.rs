#[automatically_derived]
#[allow(deprecated)]
impl<V: Value> ::stonegame_core::private::State<StoneGameII<V>> for Position {
    type Space = ::stonegame_core::private::Derived<
        Self,
        ::stonegame_core::private::Product<
            <usize as ::stonegame_core::private::AsLayer>::Space,
            ::stonegame_core::private::Product<
                <usize as ::stonegame_core::private::AsSlots>::Space,
                <bool as ::stonegame_core::private::AsSlots>::Space,
            >,
        >,
    >;
    #[inline(always)]
    fn space(__stonegame_game: &StoneGameII<V>) -> Self::Space {
        let _ = __stonegame_game;
        ::stonegame_core::private::Derived::new(
            ::stonegame_core::private::Product::new(
                {
                    let game = __stonegame_game;
                    <usize as ::stonegame_core::private::AsLayer>::space(
                        0..=game.row.len(),
                    )
                },
                ::stonegame_core::private::Product::new(
                    {
                        let game = __stonegame_game;
                        <usize as ::stonegame_core::private::AsSlots>::space(
                            1..=game.most,
                        )
                    },
                    <bool as ::stonegame_core::private::AsSlots>::space(
                        ::stonegame_core::private::Every,
                    ),
                ),
            ),
            ::core::option::Option::Some({
                let game = __stonegame_game;
                2 * game.most
            }),
        )
    }
}
#[automatically_derived]
#[allow(deprecated)]
impl ::stonegame_core::private::Record for Position {
    type Fields = (usize, (usize, bool));
    #[inline(always)]
    fn to_fields(&self) -> Self::Fields {
        (
            ::core::clone::Clone::clone(&self.left),
            (
                ::core::clone::Clone::clone(&self.m),
                ::core::clone::Clone::clone(&self.turn),
            ),
        )
    }
    #[inline(always)]
    fn of_fields(
        (__stonegame_field0, (__stonegame_field1, __stonegame_field2)): Self::Fields,
    ) -> Self {
        Self {
            left: __stonegame_field0,
            m: __stonegame_field1,
            turn: __stonegame_field2,
        }
    }
}
