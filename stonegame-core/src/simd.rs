//! The widest vectors of the machine, chosen at run time.
#![allow(unsafe_code)]

/// Whether functions compiled for AVX2 may be called.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
#[inline]
pub(crate) fn has_avx2() -> bool {
    std::is_x86_feature_detected!("avx2")
}

/// Defines a function whose body, with all that is inlined into it, is compiled twice: for the
/// target's baseline, and for AVX2, which runs where the machine has it.
///
/// It is a function of its own on purpose, never inlined: its references are known not to alias,
/// and its loop is the only one, so that what does not depend on the slot leaves it for certain.
/// Compiled for the x86-64 baseline alone, a layer of spans takes two to three times as long.
macro_rules! widest {
    (
        $(#[$doc:meta])*
        fn $name:ident<$G:ident: Game>($($arg:ident: $ty:ty),* $(,)?) -> $out:ty $body:block
    ) => {
        $(#[$doc])*
        #[inline]
        #[allow(unsafe_code)]
        fn $name<$G: Game>($($arg: $ty),*) -> $out {
            #[inline(always)]
            fn body<$G: Game>($($arg: $ty),*) -> $out $body

            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            {
                #[inline(never)]
                #[target_feature(enable = "avx2")]
                fn avx2<$G: Game>($($arg: $ty),*) -> $out {
                    body($($arg),*)
                }
                if $crate::simd::has_avx2() {
                    // SAFETY: `avx2` is an ordinary function but for the instructions it may use,
                    // and the machine was just found to have them.
                    return unsafe { avx2($($arg),*) };
                }
            }

            #[inline(never)]
            fn baseline<$G: Game>($($arg: $ty),*) -> $out {
                body($($arg),*)
            }
            baseline($($arg),*)
        }
    };
}
pub(crate) use widest;
