//! Turns panics of a reader of hostile files into errors.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    /// True while this thread runs code whose panics are caught.
    static IS_CAUGHT: Cell<bool> = const { Cell::new(false) };
}

/// Runs `read`. A panic in it becomes an error with its message, and the panic hook is not called for it. In a program that
/// aborts at a panic, the hook reports the panic.
pub(super) fn catch<T>(read: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    static SET_HOOK: Once = Once::new();
    if cfg!(panic = "unwind") {
        SET_HOOK.call_once(|| {
            let hook = panic::take_hook();
            panic::set_hook(Box::new(move |panic| {
                if !IS_CAUGHT.get() {
                    hook(panic);
                }
            }));
        });
    }
    let was_caught = IS_CAUGHT.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(read));
    IS_CAUGHT.set(was_caught);
    result.unwrap_or_else(|panic| {
        let message = panic.downcast_ref::<String>().map(String::as_str);
        let message = message.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("panic");
        Err(format!("damaged: {message}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error() {
        assert_eq!(catch(|| Ok(1)), Ok(1));
        assert_eq!(catch::<()>(|| panic!("a {}", 1)), Err("damaged: a 1".to_owned()));
        assert_eq!(catch::<()>(|| panic!("b")), Err("damaged: b".to_owned()));
    }
}
