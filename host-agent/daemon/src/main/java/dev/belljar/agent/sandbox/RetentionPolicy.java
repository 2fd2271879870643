package dev.belljar.agent.sandbox;

import dev.belljar.contract.view.RetentionStatus;
import java.time.Duration;

/// How long machines that are not used are kept in which form; zero is for ever.
///
/// A running machine that was idle for `idle`, or has run for `lifetime` and is not busy, is hibernated. A stopped
/// one is kept `hot`, then `warm`, then `cold` for so long, and goes to the trash, where it is kept for `trash`.
record RetentionPolicy(Duration idle, Duration lifetime, Duration hot, Duration warm, Duration cold, Duration trash) {
    static RetentionPolicy of(RetentionStatus retention) {
        return new RetentionPolicy(
                Duration.ofMinutes(retention.idleMinutes()),
                Duration.ofMinutes(retention.lifetimeMinutes()),
                Duration.ofMinutes(retention.hotMinutes()),
                Duration.ofMinutes(retention.warmMinutes()),
                Duration.ofMinutes(retention.coldMinutes()),
                Duration.ofMinutes(retention.trashMinutes()));
    }
}
