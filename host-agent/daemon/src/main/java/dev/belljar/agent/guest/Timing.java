package dev.belljar.agent.guest;

import java.time.Duration;

/// How long a guest link waits for what.
///
/// `silence`: without a heartbeat, before the link counts as down. `answer`: for the first octets of a preamble's
/// answer; `sync`: for the whole answer, however much comes before it. `backOffLeast` and `backOffMost`: before the
/// next try. `request`: for the guest to take up a request. `work`: for it to get on with one.
record Timing(
        Duration silence,
        Duration answer,
        Duration sync,
        Duration backOffLeast,
        Duration backOffMost,
        Duration request,
        Duration work) {
    /// What the protocol says, and patience for a machine in software emulation.
    static final Timing NORMAL = new Timing(
            Duration.ofSeconds(10),
            Duration.ofSeconds(2),
            Duration.ofSeconds(5),
            Duration.ofMillis(50),
            Duration.ofSeconds(5),
            Duration.ofSeconds(30),
            Duration.ofMinutes(2));

    /// The same with another wait for the first octets of an answer, at most this one's.
    Timing answeredWithin(Duration wait) {
        Duration least = wait.compareTo(answer) < 0 ? wait : answer;
        return new Timing(silence, least, sync, backOffLeast, backOffMost, request, work);
    }
}
