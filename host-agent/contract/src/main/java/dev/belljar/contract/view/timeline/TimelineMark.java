package dev.belljar.contract.view.timeline;

import org.jspecify.annotations.Nullable;

/// A single event on the timeline.
///
/// `seq` is its number in the sandbox's journal, `at` its time in milliseconds since the epoch. `id` names what it is
/// about: a snapshot's id, a commit, an approval's id; null if there is none. `label` is a short text, such as a
/// snapshot's label or a commit's subject, which may come from the guest. `failed` marks something that was denied or
/// failed. `until` is when something that lasted ended: an approval was answered, a snapshot was deleted, the last of
/// several blocked connections.
public record TimelineMark(
        long seq,
        long at,
        Kind kind,
        @Nullable String id,
        String label,
        @Nullable String detail,
        boolean failed,
        @Nullable Long until) {
    /// What happened.
    public enum Kind {
        SNAPSHOT,
        COMMIT,
        SYNC,
        APPROVAL,
        /// Connections or DNS queries for one name that were blocked within one minute.
        BLOCKED,
        /// The sandbox entered a state; `label` is the state as a lower-case word.
        STATE
    }
}
