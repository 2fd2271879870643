package dev.belljar.agent.retention;

import dev.belljar.contract.view.storage.RetentionStatus;
import java.time.Duration;

/// The retention periods of unused machines; zero means without end.
///
/// A running machine that was idle for `idle`, or has run for `lifetime` and is idle, is hibernated. A stopped
/// machine stays in the tiers hot, warm and cold for the periods `hot`, `warm` and `cold`, and then in the trash
/// for `trash`.
public record RetentionPolicy(
        Duration idle, Duration lifetime, Duration hot, Duration warm, Duration cold, Duration trash) {
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
