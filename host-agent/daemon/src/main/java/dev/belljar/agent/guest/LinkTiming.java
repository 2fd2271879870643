package dev.belljar.agent.guest;

import java.time.Duration;

/// How long a guest link waits for what.
///
/// `silence`: without a heartbeat, before the link counts as down. `answer`: for the first bytes of a preamble's
/// answer; `sync`: for the whole answer, however much comes before it. `backOffLeast` and `backOffMost`: before the
/// next try. `request`: for the guest to take up a request. `work`: for it to get on with one.
record LinkTiming(
        Duration silence,
        Duration answer,
        Duration sync,
        Duration backOffLeast,
        Duration backOffMost,
        Duration request,
        Duration work) {
    /// What the protocol says, and patience for a machine in software emulation.
    static final LinkTiming NORMAL = new LinkTiming(
            Duration.ofSeconds(10),
            Duration.ofSeconds(2),
            Duration.ofSeconds(5),
            Duration.ofMillis(50),
            Duration.ofSeconds(5),
            Duration.ofSeconds(30),
            Duration.ofMinutes(2));

    /// The same with another wait for the first bytes of an answer, at most this one's.
    LinkTiming answeredWithin(Duration wait) {
        Duration least = wait.compareTo(answer) < 0 ? wait : answer;
        return new LinkTiming(silence, least, sync, backOffLeast, backOffMost, request, work);
    }
}
