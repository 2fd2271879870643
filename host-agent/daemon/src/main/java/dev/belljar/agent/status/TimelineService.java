package dev.belljar.agent.status;

import dev.belljar.agent.index.EventIndex;
import dev.belljar.agent.index.IndexException;
import dev.belljar.agent.index.IndexedPastState;
import dev.belljar.agent.index.TimelinePeriod;
import dev.belljar.agent.sandbox.SandboxException;
import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.snapshot.SnapshotStore;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.timeline.ReadPastState;
import dev.belljar.contract.request.timeline.ReadTimeline;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.view.timeline.PastState;
import dev.belljar.contract.view.timeline.Timeline;
import dev.belljar.contract.view.timeline.TimelineMark;
import dev.belljar.contract.view.timeline.WrittenFiles;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Answers queries about the history of a sandbox, which is given by its id or name.
public final class TimelineService {
    private static final Duration CATCH_UP = Duration.ofSeconds(2);

    private final SandboxRegistry registry;
    private final EventIndex index;
    private final SnapshotStore snapshots;
    private final InstantSource clock;

    public TimelineService(SandboxRegistry registry, EventIndex index, SnapshotStore snapshots, InstantSource clock) {
        this.registry = registry;
        this.index = index;
        this.snapshots = snapshots;
        this.clock = clock;
    }

    /// What happened in a sandbox in a period.
    public Timeline timeline(String id, ReadTimeline request) throws BelljarException, InterruptedException {
        Long from = request.from();
        Long to = request.to();
        if (from != null && to != null && from >= to) {
            throw new SandboxException(
                    ProblemCode.BAD_REQUEST,
                    "from %d, to %d: expected a period that ends after it begins".formatted(from, to),
                    null);
        }
        SandboxRuntime sandbox = caughtUp(id);
        long now = clock.millis();
        return index.timeline(
                sandbox.id(),
                new TimelinePeriod(
                        sandbox.record().created(),
                        now,
                        from,
                        to,
                        sandbox.runs() ? (Long) now : null,
                        request.intervals(),
                        request.processes()));
    }

    /// The state of a sandbox at one moment.
    public PastState moment(String id, ReadPastState request) throws BelljarException, InterruptedException {
        SandboxRuntime sandbox = caughtUp(id);
        long now = clock.millis();
        long at = Math.clamp(request.at(), Math.min(sandbox.record().created(), now), now);
        IndexedPastState found = index.moment(sandbox.id(), at);
        Snapshot before = snapshotBefore(sandbox, at);
        return new PastState(
                at,
                found.running(),
                found.runningTotal(),
                found.traffic(),
                found.folders(),
                before,
                before == null ? List.of() : since(sandbox, before, at),
                found.marks());
    }

    /// Which files of a sandbox were written up to one moment, and which after it.
    public WrittenFiles written(String id, ReadPastState request) throws BelljarException, InterruptedException {
        return index.written(caughtUp(id).id(), request.at());
    }

    /// The newest snapshot of the sandbox before this time, or else the one that it was started from, if that one
    /// still exists.
    private @Nullable Snapshot snapshotBefore(SandboxRuntime sandbox, long at) {
        String origin = sandbox.record().origin();
        return snapshots.list().stream()
                .filter(snapshot ->
                        snapshot.sandbox().equals(sandbox.id()) || snapshot.id().equals(origin))
                .filter(snapshot -> snapshot.created() <= at)
                .reduce((_, newer) -> newer)
                .orElse(null);
    }

    private List<TimelineMark> since(SandboxRuntime sandbox, Snapshot before, long at) throws IndexException {
        List<TimelineMark> marks = index.marks(sandbox.id(), before.created(), at, PastState.MOST_SINCE + 1).stream()
                .filter(mark -> !before.id().equals(mark.id()))
                .toList();
        return marks.subList(Math.max(0, marks.size() - PastState.MOST_SINCE), marks.size());
    }

    private SandboxRuntime caughtUp(String id) throws BelljarException, InterruptedException {
        SandboxRuntime sandbox = registry.find(id);
        // The answer must contain what the caller has just done; if the index lags longer, it answers with what it has.
        boolean _ =
                sandbox.indexer().awaitApplied(sandbox.observation().journal().lastSeq(), CATCH_UP);
        return sandbox;
    }
}
