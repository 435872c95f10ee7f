#[automatically_derived]
#[allow(deprecated)]
impl<
    __StonegameGame: ::stonegame_core::private::Game,
> ::stonegame_core::private::Move<__StonegameGame> for Turn {
    #[inline(always)]
    fn each<__StonegameBreak>(
        __stonegame_game: &__StonegameGame,
        __stonegame_state: &<__StonegameGame as ::stonegame_core::private::Game>::State,
        mut __stonegame_visit: impl ::core::ops::FnMut(
            Self,
        ) -> ::core::ops::ControlFlow<__StonegameBreak>,
    ) -> ::core::ops::ControlFlow<__StonegameBreak> {
        let _ = (__stonegame_game, __stonegame_state, &mut __stonegame_visit);
        __stonegame_visit(Self::Pass {})?;
        {
            let __stonegame_field_stones: u32 = 1;
            <bool as ::stonegame_core::private::Move<
                __StonegameGame,
            >>::each(
                __stonegame_game,
                __stonegame_state,
                #[inline(always)]
                |__stonegame_field_left: bool| {
                    __stonegame_visit(Self::Take {
                        stones: ::core::clone::Clone::clone(&__stonegame_field_stones),
                        left: ::core::clone::Clone::clone(&__stonegame_field_left),
                    })?;
                    ::core::ops::ControlFlow::Continue(())
                },
            )?;
        }
        {
            let __stonegame_field_stones: u32 = 2;
            <bool as ::stonegame_core::private::Move<
                __StonegameGame,
            >>::each(
                __stonegame_game,
                __stonegame_state,
                #[inline(always)]
                |__stonegame_field_left: bool| {
                    __stonegame_visit(Self::Take {
                        stones: ::core::clone::Clone::clone(&__stonegame_field_stones),
                        left: ::core::clone::Clone::clone(&__stonegame_field_left),
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
impl ::stonegame_core::private::Finite for Turn
where
    for<'__stonegame> bool: ::stonegame_core::private::Finite,
{
    const COUNT: ::core::primitive::usize = 0 + 1usize
        + (1
            * ::stonegame_core::private::count(
                {
                    let __stonegame_end: u32 = 1;
                    __stonegame_end as ::core::primitive::i128
                },
                {
                    let __stonegame_end: u32 = 2;
                    __stonegame_end as ::core::primitive::i128
                },
            ) * <bool as ::stonegame_core::private::Finite>::COUNT);
    #[inline]
    fn nth(index: ::core::primitive::usize) -> ::core::option::Option<Self> {
        let mut __stonegame_start: ::core::primitive::usize = 0;
        let __stonegame_end: ::core::primitive::usize = __stonegame_start + 1usize;
        if index < __stonegame_end {
            let mut __stonegame_number = index - __stonegame_start;
            let _ = &mut __stonegame_number;
            return ::core::option::Option::Some(
                match __stonegame_number {
                    0usize => Self::Pass {},
                    _ => return ::core::option::Option::None,
                },
            );
        }
        __stonegame_start = __stonegame_end;
        let __stonegame_end: ::core::primitive::usize = __stonegame_start
            + (1
                * ::stonegame_core::private::count(
                    {
                        let __stonegame_end: u32 = 1;
                        __stonegame_end as ::core::primitive::i128
                    },
                    {
                        let __stonegame_end: u32 = 2;
                        __stonegame_end as ::core::primitive::i128
                    },
                ) * <bool as ::stonegame_core::private::Finite>::COUNT);
        if index < __stonegame_end {
            let mut __stonegame_number = index - __stonegame_start;
            let _ = &mut __stonegame_number;
            return ::core::option::Option::Some({
                let __stonegame_digit: ::core::primitive::usize = ::stonegame_core::private::last_digit(
                    &mut __stonegame_number,
                    <bool as ::stonegame_core::private::Finite>::COUNT,
                );
                let __stonegame_field1: bool = <bool as ::stonegame_core::private::Finite>::nth(
                    __stonegame_digit,
                )?;
                let __stonegame_digit: ::core::primitive::usize = ::stonegame_core::private::last_digit(
                    &mut __stonegame_number,
                    ::stonegame_core::private::count(
                        {
                            let __stonegame_end: u32 = 1;
                            __stonegame_end as ::core::primitive::i128
                        },
                        {
                            let __stonegame_end: u32 = 2;
                            __stonegame_end as ::core::primitive::i128
                        },
                    ),
                );
                let __stonegame_field0: u32 = ({
                    let __stonegame_end: u32 = 1;
                    __stonegame_end as ::core::primitive::i128
                } + __stonegame_digit as ::core::primitive::i128) as u32;
                Self::Take {
                    stones: __stonegame_field0,
                    left: __stonegame_field1,
                }
            });
        }
        __stonegame_start = __stonegame_end;
        let _ = (index, &mut __stonegame_start);
        ::core::option::Option::None
    }
    #[inline]
    fn index(&self) -> ::core::option::Option<::core::primitive::usize> {
        let mut __stonegame_start: ::core::primitive::usize = 0;
        let __stonegame_start0: ::core::primitive::usize = __stonegame_start;
        __stonegame_start += 1usize;
        let __stonegame_start1: ::core::primitive::usize = __stonegame_start;
        __stonegame_start
            += (1
                * ::stonegame_core::private::count(
                    {
                        let __stonegame_end: u32 = 1;
                        __stonegame_end as ::core::primitive::i128
                    },
                    {
                        let __stonegame_end: u32 = 2;
                        __stonegame_end as ::core::primitive::i128
                    },
                ) * <bool as ::stonegame_core::private::Finite>::COUNT);
        let _ = __stonegame_start;
        match self {
            Self::Pass {} => ::core::option::Option::Some(__stonegame_start0 + 0usize),
            Self::Take { stones: __stonegame_field0, left: __stonegame_field1 } => {
                let mut __stonegame_number: ::core::primitive::usize = 0;
                __stonegame_number = __stonegame_number
                    * ::stonegame_core::private::count(
                        {
                            let __stonegame_end: u32 = 1;
                            __stonegame_end as ::core::primitive::i128
                        },
                        {
                            let __stonegame_end: u32 = 2;
                            __stonegame_end as ::core::primitive::i128
                        },
                    )
                    + ::stonegame_core::private::digit(
                        *__stonegame_field0 as ::core::primitive::i128,
                        {
                            let __stonegame_end: u32 = 1;
                            __stonegame_end as ::core::primitive::i128
                        },
                        ::stonegame_core::private::count(
                            {
                                let __stonegame_end: u32 = 1;
                                __stonegame_end as ::core::primitive::i128
                            },
                            {
                                let __stonegame_end: u32 = 2;
                                __stonegame_end as ::core::primitive::i128
                            },
                        ),
                    )?;
                __stonegame_number = __stonegame_number
                    * <bool as ::stonegame_core::private::Finite>::COUNT
                    + <bool as ::stonegame_core::private::Finite>::index(
                        __stonegame_field1,
                    )?;
                ::core::option::Option::Some(__stonegame_start1 + __stonegame_number)
            }
        }
    }
}
#[automatically_derived]
#[allow(deprecated)]
impl ::stonegame_core::private::Ranged for Turn
where
    for<'__stonegame> bool: ::stonegame_core::private::Finite,
{
    type Range = ();
}
#[automatically_derived]
#[allow(deprecated)]
impl ::stonegame_core::private::AsSlots for Turn
where
    for<'__stonegame> bool: ::stonegame_core::private::Finite,
{
    type Space = ::stonegame_core::private::Counted<Self>;
    #[inline(always)]
    fn space(_: impl ::stonegame_core::private::Over<Self>) -> Self::Space {
        ::stonegame_core::private::Counted::new()
    }
}
#[automatically_derived]
#[allow(deprecated)]
impl ::stonegame_core::private::Whole for Turn
where
    for<'__stonegame> bool: ::stonegame_core::private::Finite,
{
    #[inline(always)]
    fn whole() -> Self::Space {
        ::stonegame_core::private::Counted::new()
    }
}
