//! Every level against the definition of each question: every byte, at every place.

use super::*;

const SETS: [&[u8]; 3] = [b"\t\n\x0C\r ", b"&\r\0", b"/>=\0"];

/// Compares a level with the definitions.
struct Check;

impl Job for Check {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        for byte in 0..=255u8 {
            for place in 0..BLOCK {
                // The other bytes run through all values too.
                let bytes: [u8; BLOCK] =
                    core::array::from_fn(|at| if at == place { byte } else { byte.wrapping_mul(3) ^ (at as u8) << 2 });
                let block = simd.load(&bytes);
                let expect = |is: &dyn Fn(u8) -> bool| {
                    bytes.iter().enumerate().fold(0, |bits, (at, &byte)| bits | u64::from(is(byte)) << at)
                };
                assert_eq!(simd.bits(simd.equal(block, byte)), expect(&|other| other == byte));
                assert_eq!(simd.bits(simd.between(block, b'A', b'Z')), expect(&|other| other.is_ascii_uppercase()));
                for members in SETS {
                    let set = ByteSet::new(members);
                    assert_eq!(simd.bits(simd.any_of(block, &set)), expect(&|other| members.contains(&other)));
                }
                let either = simd.or(simd.equal(block, b'<'), simd.equal(block, byte));
                assert_eq!(simd.bits(either), expect(&|other| other == byte || other == b'<'));
            }
        }
    }
}

#[test]
fn levels_answer_by_definition() {
    for &level in Level::ALL {
        dispatch(level, Check);
    }
}

#[test]
fn sets_hold_their_members_only() {
    for members in SETS {
        let set = ByteSet::new(members);
        for byte in 0..=255 {
            assert_eq!(set.contains(byte), members.contains(&byte), "{byte}");
        }
    }
}
