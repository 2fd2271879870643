package dev.belljar.contract.event;

import org.jspecify.annotations.Nullable;

/// A commit of a sandbox was fetched for the first time. `ts` is the time of the fetch.
///
/// `commit` is its id in the host's own repository. `branch`, `subject` and `author` are what the sandbox says,
/// shortened and in visible characters; `branch` is null if the commit is on none.
public record CommitMade(
        long seq,
        long ts,
        @Nullable String sandbox,
        String commit,
        @Nullable String branch,
        String subject,
        String author)
        implements HostEvent {
    @Override
    public EventType type() {
        return EventType.COMMIT;
    }

    @Override
    public CommitMade withSeq(long newSeq) {
        return new CommitMade(newSeq, ts, sandbox, commit, branch, subject, author);
    }
}
