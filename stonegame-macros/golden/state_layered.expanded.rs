const _: () = {
    /// How the positions of the state beside it are numbered.
    #[allow(deprecated)]
    struct __StonegameSpace(
        ::stonegame_core::private::Derived<
            Position,
            ::stonegame_core::private::Product<
                <usize as ::stonegame_core::private::AsLayer>::Space,
                ::stonegame_core::private::Product<
                    <usize as ::stonegame_core::private::AsSlots>::Space,
                    <bool as ::stonegame_core::private::AsSlots>::Space,
                >,
            >,
        >,
    );
    #[automatically_derived]
    #[allow(deprecated)]
    impl ::core::clone::Clone for __StonegameSpace {
        #[inline(always)]
        fn clone(&self) -> Self {
            __StonegameSpace(::core::clone::Clone::clone(&self.0))
        }
    }
    #[automatically_derived]
    #[allow(deprecated)]
    impl ::stonegame_core::private::Space for __StonegameSpace {
        type State = Position;
        type Key = Position;
        const SPARSE: ::core::primitive::bool = <::stonegame_core::private::Derived<
            Position,
            ::stonegame_core::private::Product<
                <usize as ::stonegame_core::private::AsLayer>::Space,
                ::stonegame_core::private::Product<
                    <usize as ::stonegame_core::private::AsSlots>::Space,
                    <bool as ::stonegame_core::private::AsSlots>::Space,
                >,
            >,
        > as ::stonegame_core::private::Space>::SPARSE;
        const CHAIN: ::core::primitive::bool = <::stonegame_core::private::Derived<
            Position,
            ::stonegame_core::private::Product<
                <usize as ::stonegame_core::private::AsLayer>::Space,
                ::stonegame_core::private::Product<
                    <usize as ::stonegame_core::private::AsSlots>::Space,
                    <bool as ::stonegame_core::private::AsSlots>::Space,
                >,
            >,
        > as ::stonegame_core::private::Space>::CHAIN;
        const FLAT: ::core::primitive::bool = <::stonegame_core::private::Derived<
            Position,
            ::stonegame_core::private::Product<
                <usize as ::stonegame_core::private::AsLayer>::Space,
                ::stonegame_core::private::Product<
                    <usize as ::stonegame_core::private::AsSlots>::Space,
                    <bool as ::stonegame_core::private::AsSlots>::Space,
                >,
            >,
        > as ::stonegame_core::private::Space>::FLAT;
        const PACKS: ::core::primitive::bool = <::stonegame_core::private::Derived<
            Position,
            ::stonegame_core::private::Product<
                <usize as ::stonegame_core::private::AsLayer>::Space,
                ::stonegame_core::private::Product<
                    <usize as ::stonegame_core::private::AsSlots>::Space,
                    <bool as ::stonegame_core::private::AsSlots>::Space,
                >,
            >,
        > as ::stonegame_core::private::Space>::PACKS;
        #[inline(always)]
        fn layers(&self) -> ::core::primitive::usize {
            ::stonegame_core::private::Space::layers(&self.0)
        }
        #[inline(always)]
        fn width(&self, layer: ::core::primitive::usize) -> ::core::primitive::usize {
            ::stonegame_core::private::Space::width(&self.0, layer)
        }
        #[inline(always)]
        fn locate(
            &self,
            state: &Position,
        ) -> ::core::option::Option<::stonegame_core::private::Cell> {
            ::stonegame_core::private::Space::locate(&self.0, state)
        }
        #[inline(always)]
        fn at(
            &self,
            layer: ::core::primitive::usize,
            slot: ::core::primitive::usize,
        ) -> Position {
            ::stonegame_core::private::Space::at(&self.0, layer, slot)
        }
        #[inline(always)]
        fn reach(&self) -> ::core::primitive::usize {
            ::stonegame_core::private::Space::reach(&self.0)
        }
        #[inline(always)]
        fn pack(&self, state: Position) -> ::core::option::Option<Position> {
            ::stonegame_core::private::Space::pack(&self.0, state)
        }
        #[inline(always)]
        fn unpack<__StonegameOut>(
            &self,
            key: &Position,
            see: impl ::core::ops::FnOnce(&Position) -> __StonegameOut,
        ) -> __StonegameOut {
            ::stonegame_core::private::Space::unpack(&self.0, key, see)
        }
        #[inline(always)]
        fn bits(&self) -> ::core::primitive::u32 {
            ::stonegame_core::private::Space::bits(&self.0)
        }
        #[inline(always)]
        fn to_bits<__StonegameWord: ::stonegame_core::private::Word>(
            &self,
            state: &Position,
        ) -> ::core::option::Option<__StonegameWord> {
            ::stonegame_core::private::Space::to_bits(&self.0, state)
        }
        #[inline(always)]
        fn of_bits<__StonegameWord: ::stonegame_core::private::Word>(
            &self,
            word: __StonegameWord,
        ) -> ::core::option::Option<Position> {
            ::stonegame_core::private::Space::of_bits(&self.0, word)
        }
        #[inline(always)]
        fn each<__StonegameBreak>(
            &self,
            layer: ::core::primitive::usize,
            slots: ::core::ops::Range<::core::primitive::usize>,
            visit: impl ::core::ops::FnMut(
                ::core::primitive::usize,
                Position,
            ) -> ::core::ops::ControlFlow<__StonegameBreak>,
        ) -> ::core::ops::ControlFlow<__StonegameBreak> {
            ::stonegame_core::private::Space::each(&self.0, layer, slots, visit)
        }
        #[inline(always)]
        fn even(&self) -> ::core::option::Option<::core::primitive::usize> {
            ::stonegame_core::private::Space::even(&self.0)
        }
        fn positions(
            &self,
            layers: ::core::primitive::usize,
        ) -> ::core::option::Option<::core::primitive::u64> {
            ::stonegame_core::private::Space::positions(&self.0, layers)
        }
        fn widest(&self, layers: ::core::primitive::usize) -> ::core::primitive::usize {
            ::stonegame_core::private::Space::widest(&self.0, layers)
        }
    }
    #[automatically_derived]
    #[allow(deprecated)]
    impl<V: Value> ::stonegame_core::private::State<StoneGameII<V>> for Position {
        type Space = __StonegameSpace;
        #[inline(always)]
        fn space(__stonegame_game: &StoneGameII<V>) -> Self::Space {
            let _ = __stonegame_game;
            __StonegameSpace(
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
                            <bool as ::stonegame_core::private::Whole>::whole(),
                        ),
                    ),
                    ::core::option::Option::Some({
                        let game = __stonegame_game;
                        2 * game.most
                    }),
                ),
            )
        }
    }
    #[automatically_derived]
    #[allow(deprecated)]
    impl ::stonegame_core::private::Record<(usize, (usize, bool))> for Position {
        #[inline(always)]
        fn to_fields(&self) -> (usize, (usize, bool)) {
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
            (
                __stonegame_field0,
                (__stonegame_field1, __stonegame_field2),
            ): (usize, (usize, bool)),
        ) -> Self {
            Self {
                left: __stonegame_field0,
                m: __stonegame_field1,
                turn: __stonegame_field2,
            }
        }
    }
};
