//! The widest vectors of the machine, chosen at run time.
#![allow(unsafe_code)]

/// Runs code that was compiled, with all that is inlined into it, for the widest vectors that the machine has: for
/// AVX2 where it has that, else for the target's baseline.
///
/// It is for loops over slices that the compiler turns into vectors. Mark closures and what they call
/// `#[inline(always)]`: what is not inlined is compiled for the baseline.
///
/// ```
/// let (a, b) = (vec![1u8; 1000], vec![3u8; 1000]);
/// let sum: u32 = stonegame_core::simd::widest(|| a.iter().zip(&b).map(|(a, b)| u32::from(a ^ b)).sum());
/// assert_eq!(sum, 2000);
/// ```
#[inline]
pub fn widest<R>(code: impl FnOnce() -> R) -> R {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    {
        #[inline(never)]
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
        fn avx2<R>(code: impl FnOnce() -> R) -> R {
            code()
        }
        let has = has_avx2()
            && std::is_x86_feature_detected!("bmi1")
            && std::is_x86_feature_detected!("bmi2")
            && std::is_x86_feature_detected!("popcnt");
        if has {
            // SAFETY: `avx2` is an ordinary function but for the instructions it may use, and the machine was
            // just found to have them.
            return unsafe { avx2(code) };
        }
    }
    code()
}

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
macro_rules! widest_fn {
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
pub(crate) use widest_fn;
