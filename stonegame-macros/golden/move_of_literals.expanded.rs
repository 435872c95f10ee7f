#[automatically_derived]
#[allow(deprecated)]
impl<
    __StonegameGame: ::stonegame_core::private::Game,
> ::stonegame_core::private::Move<__StonegameGame> for Turn {
    #[inline(always)]
    fn each<__StonegameBreak>(
        game: &__StonegameGame,
        state: &<__StonegameGame as ::stonegame_core::private::Game>::State,
        mut visit: impl ::core::ops::FnMut(
            Self,
        ) -> ::core::ops::ControlFlow<__StonegameBreak>,
    ) -> ::core::ops::ControlFlow<__StonegameBreak> {
        let _ = (game, state, &mut visit);
        visit(Self::Pass {})?;
        {
            let stones: u32 = 1;
            <bool as ::stonegame_core::private::Move<
                __StonegameGame,
            >>::each(
                game,
                state,
                #[inline(always)]
                |left: bool| {
                    visit(Self::Take {
                        stones: ::core::clone::Clone::clone(&stones),
                        left: ::core::clone::Clone::clone(&left),
                    })?;
                    ::core::ops::ControlFlow::Continue(())
                },
            )?;
        }
        {
            let stones: u32 = 2;
            <bool as ::stonegame_core::private::Move<
                __StonegameGame,
            >>::each(
                game,
                state,
                #[inline(always)]
                |left: bool| {
                    visit(Self::Take {
                        stones: ::core::clone::Clone::clone(&stones),
                        left: ::core::clone::Clone::clone(&left),
                    })?;
                    ::core::ops::ControlFlow::Continue(())
                },
            )?;
        }
        ::core::ops::ControlFlow::Continue(())
    }
}
#[automatically_derived]
#[allow(deprecated)]
impl ::stonegame_core::private::Finite for Turn {
    const COUNT: ::core::primitive::usize = 0 + 1
        + (1
            * ::stonegame_core::private::count(
                (1) as ::core::primitive::i128,
                (2) as ::core::primitive::i128,
            ) * <bool as ::stonegame_core::private::Finite>::COUNT);
    #[inline]
    fn nth(index: ::core::primitive::usize) -> ::core::option::Option<Self> {
        let mut start: ::core::primitive::usize = 0;
        let end: ::core::primitive::usize = start + 1;
        if index < end {
            let mut number = index - start;
            let _ = &mut number;
            return ::core::option::Option::Some({ Self::Pass {} });
        }
        start = end;
        let end: ::core::primitive::usize = start
            + (1
                * ::stonegame_core::private::count(
                    (1) as ::core::primitive::i128,
                    (2) as ::core::primitive::i128,
                ) * <bool as ::stonegame_core::private::Finite>::COUNT);
        if index < end {
            let mut number = index - start;
            let _ = &mut number;
            return ::core::option::Option::Some({
                let digit: ::core::primitive::usize = ::stonegame_core::private::last_digit(
                    &mut number,
                    <bool as ::stonegame_core::private::Finite>::COUNT,
                );
                let field1: bool = <bool as ::stonegame_core::private::Finite>::nth(
                    digit,
                )?;
                let digit: ::core::primitive::usize = ::stonegame_core::private::last_digit(
                    &mut number,
                    ::stonegame_core::private::count(
                        (1) as ::core::primitive::i128,
                        (2) as ::core::primitive::i128,
                    ),
                );
                let field0: u32 = ((1) as ::core::primitive::i128
                    + digit as ::core::primitive::i128) as u32;
                Self::Take {
                    stones: field0,
                    left: field1,
                }
            });
        }
        start = end;
        let _ = (index, &mut start);
        ::core::option::Option::None
    }
    #[inline]
    fn index(&self) -> ::core::option::Option<::core::primitive::usize> {
        let mut start: ::core::primitive::usize = 0;
        let start0: ::core::primitive::usize = start;
        start += 1;
        let start1: ::core::primitive::usize = start;
        start
            += (1
                * ::stonegame_core::private::count(
                    (1) as ::core::primitive::i128,
                    (2) as ::core::primitive::i128,
                ) * <bool as ::stonegame_core::private::Finite>::COUNT);
        let _ = start;
        match self {
            Self::Pass {} => {
                let mut number: ::core::primitive::usize = 0;
                ::core::option::Option::Some(start0 + number)
            }
            Self::Take { stones: field0, left: field1 } => {
                let mut number: ::core::primitive::usize = 0;
                number = number
                    * ::stonegame_core::private::count(
                        (1) as ::core::primitive::i128,
                        (2) as ::core::primitive::i128,
                    )
                    + ::stonegame_core::private::digit(
                        *field0 as ::core::primitive::i128
                            - (1) as ::core::primitive::i128,
                        ::stonegame_core::private::count(
                            (1) as ::core::primitive::i128,
                            (2) as ::core::primitive::i128,
                        ),
                    )?;
                number = number * <bool as ::stonegame_core::private::Finite>::COUNT
                    + <bool as ::stonegame_core::private::Finite>::index(field1)?;
                ::core::option::Option::Some(start1 + number)
            }
        }
    }
}
#[automatically_derived]
impl ::stonegame_core::private::AsSlots for Turn {
    type Space = ::stonegame_core::private::Counted<Self>;
    type Range = ();
    #[inline(always)]
    fn space(_: impl ::stonegame_core::private::Over<Self, Range = ()>) -> Self::Space {
        ::stonegame_core::private::Counted::new()
    }
}
#[automatically_derived]
impl ::stonegame_core::private::Over<Turn> for ::stonegame_core::private::Every {
    type Range = ();
    #[inline(always)]
    fn range(self) {}
}
