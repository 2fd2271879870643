package dev.belljar.agent.sync.workspace;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.accept.EntryBase;
import dev.belljar.agent.sync.capture.SyncedWork;
import dev.belljar.agent.sync.capture.WorkBase;
import dev.belljar.agent.sync.git.RefNames;
import dev.belljar.agent.sync.repository.HostRepository;
import java.util.List;
import java.util.Objects;

/// Finds the commit from which a review of the work since the last sync reads the history of a sandbox.
///
/// That is the capture, and what was synced is left out by comparing its changes. A review lists only so many commits;
/// when there are more since the capture, the synced commits are not read at all if that is safe: everything of
/// them was accepted, exactly these commits are part of what was accepted, and the work contains them.
record SyncedStart(HostRepository repository, String sandbox) {
    String of(String record, String tip) throws SyncException, InterruptedException {
        String capture = WorkBase.capture(repository, sandbox);
        String accepted = repository.ref(RefNames.accepted(sandbox)).orElse(null);
        if (accepted == null || !isLong(capture, tip)) {
            return capture;
        }
        SyncedWork synced = SyncedWork.of(repository, record);
        String last = Objects.requireNonNull(synced.tip());
        if (!synced.leftOut().isEmpty()) {
            return capture;
        }
        // The tip itself is Belljar's own commit if there was uncommitted work.
        for (String name : List.of(last, last + "^1")) {
            String head = repository
                    .untrusted()
                    .tryLine("rev-parse", "--quiet", "--verify", name)
                    .orElse(capture);
            if (!head.equals(capture) && repository.contains(accepted, head) && repository.contains(tip, head)) {
                String branch = WorkBase.note(repository, capture).branch();
                return EntryBase.ofBranch(repository, capture, head, branch == null ? "HEAD" : branch);
            }
        }
        return capture;
    }

    private boolean isLong(String capture, String tip) throws SyncException, InterruptedException {
        String count = repository
                .untrusted()
                .line(
                        "rev-list",
                        "--count",
                        "--first-parent",
                        "--max-count=" + (EntryBase.MOST_COMMITS + 1),
                        RefNames.object(tip),
                        "^" + capture);
        return Integer.parseInt(count) > EntryBase.MOST_COMMITS;
    }
}
