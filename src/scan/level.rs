//! The list of CPU levels. Everything that depends on the set of levels is made from it.

use super::{Job, Scalar, Vectors};

macro_rules! levels {
    ($($(#[$doc:meta])* $level:ident, $name:literal, $instructions:path, if $target:meta;)*) => {
        /// The CPU level of the fast path. All levels give the same tokens, spans and errors.
        ///
        /// A level of another target, or one that the CPU lacks, falls back to the best level of the CPU.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Simd {
            /// The best level of the CPU. With the `std` feature it is detected at run time, otherwise it is the best
            /// level that the compilation target guarantees.
            #[default]
            Auto,
            /// Safe Rust, for every CPU. Compilers may vectorize it.
            Scalar,
            $($(#[$doc])* $level,)*
        }

        impl Simd {
            /// The levels of the compilation target, from slow to fast. The CPU may lack some of them.
            pub const ALL: &'static [Self] = &[Self::Scalar, $(#[cfg($target)] Self::$level,)*];

            /// Returns the name of the level in lower case, for example `"avx2"`.
            pub const fn name(self) -> &'static str {
                match self {
                    Self::Auto => "auto",
                    Self::Scalar => "scalar",
                    $(Self::$level => $name,)*
                }
            }

            /// Returns the level that [`Auto`](Self::Auto) selects on this CPU.
            pub fn detected() -> Self {
                let best = Self::Scalar;
                $(#[cfg($target)] let best = if <$instructions>::detect().is_some() { Self::$level } else { best };)*
                best
            }
        }

        /// Runs `job` on `level`, or on the scalar level if the CPU lacks it.
        #[inline(always)]
        pub fn dispatch<J: Job>(level: Level, job: J) -> J::Output {
            match level.0 {
                $(#[cfg($target)] Simd::$level => match <$instructions>::detect() {
                    Some(simd) => simd.vectorize(job),
                    None => Scalar.vectorize(job),
                },)*
                _ => Scalar.vectorize(job),
            }
        }
    };
}

// For each target from slow to fast. A CPU that has a level has the slower ones of its target.
levels! {
    /// SSE2, which every x86-64 CPU has.
    Sse2, "sse2", super::sse2::Sse2, if target_arch = "x86_64";
    /// AVX2.
    Avx2, "avx2", super::avx2::Avx2, if target_arch = "x86_64";
    /// AVX-512 (Intel Ice Lake, AMD Zen 4 and later).
    Avx512, "avx512", super::avx512::Avx512, if target_arch = "x86_64";
    /// NEON, which every 64-bit ARM CPU has.
    Neon, "neon", super::neon::Neon, if all(target_arch = "aarch64", target_endian = "little", target_feature = "neon");
}

/// A level to run jobs on: not [`Simd::Auto`].
#[derive(Clone, Copy, Debug)]
pub struct Level(Simd);

impl Level {
    /// Returns the best level of this CPU.
    #[inline]
    pub fn best() -> Self {
        Self(Simd::detected())
    }

    /// Returns every level of the target.
    pub fn all() -> impl Iterator<Item = Self> {
        Simd::ALL.iter().copied().map(Self)
    }
}

impl Simd {
    /// Returns the level to run, which is at most the best level of the CPU.
    pub fn level(self) -> Level {
        let best = Self::detected();
        let is_slower = Self::ALL.contains(&self) && (self as u8) < best as u8;
        Level(if is_slower { self } else { best })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_requested_level_runs_if_the_cpu_has_it() {
        let best = Simd::detected();
        assert_eq!(Simd::Auto.level().0, best);
        let (slower, faster) = Simd::ALL.split_at(Simd::ALL.iter().position(|&simd| simd == best).expect("a level"));
        assert!(slower.iter().all(|simd| simd.level().0 == *simd));
        assert!(faster.iter().all(|simd| simd.level().0 == best));
    }
}
