package dev.belljar.agent.guest.link;

import java.time.Duration;

/// The time limits of a guest link.
///
/// `silence` is the time without a heartbeat after which the link counts as down. `answer` is the time for the
/// first bytes of the answer to a preamble, `sync` for the complete answer, including the bytes before it.
/// `backOffLeast` and `backOffMost` bound the wait before the next try. `request` is the time for the guest to
/// accept a request, `work` the time in which it must make progress with one.
record LinkTiming(
        Duration silence,
        Duration answer,
        Duration sync,
        Duration backOffLeast,
        Duration backOffMost,
        Duration request,
        Duration work) {
    /// The limits of the protocol, with enough time for an emulated machine on a busy host: while such a host started
    /// several machines, a guest's heartbeats were more than 10 s late.
    static final LinkTiming NORMAL = new LinkTiming(
            Duration.ofSeconds(30),
            Duration.ofSeconds(2),
            Duration.ofSeconds(5),
            Duration.ofMillis(50),
            Duration.ofSeconds(5),
            Duration.ofSeconds(30),
            Duration.ofMinutes(2));

    /// The same limits with another `answer`, at most this one's.
    LinkTiming answeredWithin(Duration wait) {
        Duration least = wait.compareTo(answer) < 0 ? wait : answer;
        return new LinkTiming(silence, least, sync, backOffLeast, backOffMost, request, work);
    }
}
