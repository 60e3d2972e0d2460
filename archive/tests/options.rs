//! Options: each setter changes its own value and no other.

use std::time::Duration;
use tagrake_archive::http::BodyLimits;
use tagrake_archive::remote::{RemoteOptions, RetryLimits};
use tagrake_archive::warc::WarcOptions;

#[test]
fn an_option_that_is_set_leaves_the_others() {
    let limits = BodyLimits::default().with_max_ratio(5).with_ratio_floor(6).with_max_bytes(7);
    assert_eq!((limits.max_ratio(), limits.ratio_floor(), limits.max_bytes()), (5, 6, 7));
    let limits = BodyLimits::default().with_max_bytes(7).with_ratio_floor(6).with_max_ratio(5);
    assert_eq!((limits.max_ratio(), limits.ratio_floor(), limits.max_bytes()), (5, 6, 7));

    let options = WarcOptions::default().with_max_head_bytes(5).with_max_block_bytes(6).with_rest(true);
    assert_eq!((options.max_head_bytes(), options.max_block_bytes(), options.rest()), (5, 6, true));
    let options = WarcOptions::default().with_rest(true).with_max_block_bytes(6).with_max_head_bytes(5);
    assert_eq!((options.max_head_bytes(), options.max_block_bytes(), options.rest()), (5, 6, true));

    let [first, stall] = [2, 3].map(Duration::from_secs);
    let retries = RetryLimits::default().with_first_delay(first).with_stall_time(stall).with_max_retries(5);
    assert_eq!((retries.first_delay(), retries.stall_time(), retries.max_retries()), (first, stall, 5));
    let retries = RetryLimits::default().with_max_retries(5).with_stall_time(stall).with_first_delay(first);
    assert_eq!((retries.first_delay(), retries.stall_time(), retries.max_retries()), (first, stall, 5));

    let options = RemoteOptions::default().with_anonymous(true).with_retries(retries);
    assert_eq!((options.anonymous(), options.retries().max_retries()), (true, 5));
    let options = RemoteOptions::default().with_retries(retries).with_anonymous(true);
    assert_eq!((options.anonymous(), options.retries().max_retries()), (true, 5));
}
