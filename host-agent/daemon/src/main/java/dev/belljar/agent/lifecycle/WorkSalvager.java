package dev.belljar.agent.lifecycle;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.guest.LinkState;
import dev.belljar.agent.recording.WorkspaceActivity;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.WorkspaceTransfer;
import dev.belljar.agent.vm.Machine;
import dev.belljar.agent.vm.VmException;
import dev.belljar.contract.event.HostEvent;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Salvages the work of a machine that is about to end: fetches it while the machine runs and checks for later
/// writes when it has ended. The work counts as saved only if nothing was written in between; until then the
/// record says that it is not saved.
///
/// Writes in the last moment, when programs and the guest agent are told to end, may not be observed.
public final class WorkSalvager {
    private static final Logger LOG = LoggerFactory.getLogger(WorkSalvager.class);
    /// Number of fetches: the second is quick and contains what was written during the first.
    private static final int PASSES = 2;
    /// Time to receive messages that the guest has already sent.
    private static final Duration LAST_WORDS = Duration.ofMillis(100);

    private static final Duration LAST_SYNC = Duration.ofSeconds(10);
    private static final long LOOK_MILLIS = 5;
    private static final Duration WAKES = Duration.ofSeconds(30);
    private static final long WAKE_MILLIS = 100;

    private final SandboxRuntime sandbox;
    private final WorkspaceTransfer workspace;
    private final WorkspaceActivity writes;
    private WorkspaceActivity.@Nullable Mark fetched;
    private WorkspaceActivity.@Nullable Mark ending;
    private @Nullable String fault;

    WorkSalvager(SandboxRuntime sandbox, WorkspaceTransfer workspace) {
        this.sandbox = sandbox;
        this.workspace = workspace;
        this.writes = sandbox.observation().writes();
    }

    /// Prepares the end of the machine. A held machine is resumed, because its work could not be fetched
    /// otherwise; this waits a limited time until its guest agent answers.
    void begin() throws InterruptedException {
        sandbox.beginEnd();
        Machine held = sandbox.machine().orElse(null);
        if (held == null || sandbox.observation().pauseReason() == null) {
            return;
        }
        try {
            held.hold(null);
        } catch (VmException e) {
            LOG.warn("{}: {}", sandbox.name(), e.getMessage());
        }
        long patience = System.nanoTime() + WAKES.toNanos();
        while (!answers() && System.nanoTime() < patience) {
            Thread.sleep(WAKE_MILLIS);
        }
    }

    private boolean answers() {
        return sandbox.observation().pauseReason() == null
                && sandbox.anyLink().filter(up -> up.state() == LinkState.UP).isPresent();
    }

    /// Why the work is not completely fetched, if it is not.
    Optional<String> fault() {
        return Optional.ofNullable(fault);
    }

    /// Fetches the work, or uses the last fetched state if there is no link, and returns the ref that holds it.
    /// A machine that cannot deliver it is ended all the same, and its disk is kept.
    Optional<String> fetch(@Nullable GuestLink link) throws InterruptedException {
        if (!sandbox.record().delivered()) {
            return Optional.empty();
        }
        if (link == null && sandbox.machine().isEmpty()) {
            return fetched(null);
        }
        sandbox.stopProgress().workBegins();
        Optional<String> ref = sandbox.fetching().run(() -> fetched(link), Optional::empty);
        if (skipped() && fetched == null) {
            unsaved("skipped", "the newest work was not fetched before the sandbox stopped");
            ref = before();
        }
        sandbox.stopProgress().workEnds(fault);
        return ref;
    }

    /// True if the user asked to end the machine at once.
    boolean skipped() {
        return sandbox.fetching().abandoned();
    }

    private Optional<String> fetched(@Nullable GuestLink link) throws InterruptedException {
        try {
            return link == null ? from(null) : newest(link);
        } catch (SyncException e) {
            if (skipped()) {
                return Optional.empty(); // the machine was ended under it
            }
            LOG.warn("{}: the work was not fetched: {}", sandbox.name(), e.getMessage());
            unsaved("failed", String.valueOf(e.getMessage()));
            return before();
        }
    }

    private Optional<String> newest(GuestLink link) throws SyncException, InterruptedException {
        Optional<String> ref = Optional.empty();
        for (int pass = 0; pass < PASSES && !writes.mark().equals(fetched); pass++) {
            WorkspaceActivity.Mark begun = writes.mark();
            ref = from(link);
            fetched = begun;
            writes.fetched(begun);
        }
        sandbox.observation().note("salvage", ref.isPresent() ? "saved" : "none", ref.orElse("no unsynced work"));
        sandbox.observation()
                .record(new HostEvent.WorkSynced(
                        0,
                        System.currentTimeMillis(),
                        sandbox.id(),
                        HostEvent.WorkSynced.WorkStage.FETCHED,
                        ref.orElse(null),
                        null,
                        null,
                        null));
        return ref;
    }

    private Optional<String> from(@Nullable GuestLink link) throws SyncException, InterruptedException {
        return workspace.salvage(sandbox.id(), sandbox.project(), link, sandbox.stopProgress()::work);
    }

    private Optional<String> before() throws InterruptedException {
        try {
            return from(null);
        } catch (SyncException e) {
            LOG.warn("{}: the previously saved work cannot be determined: {}", sandbox.name(), e.getMessage());
            return Optional.empty();
        }
    }

    /// Makes the machine sync its disks. A machine that could not deliver its work gets less time, because the
    /// user has waited for it already.
    ///
    /// @throws GuestException when the sync fails
    void syncDisks(GuestLink link) throws GuestException, InterruptedException {
        if (fault == null) {
            link.syncDisks();
            return;
        }
        AtomicReference<@Nullable GuestException> refused = new AtomicReference<>();
        Thread syncing = Thread.ofVirtual().name(sandbox.name() + " syncs").start(() -> {
            try {
                link.syncDisks();
            } catch (GuestException e) {
                refused.set(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // it took too long
            }
        });
        if (!syncing.join(LAST_SYNC)) {
            syncing.interrupt();
            LOG.warn("{}: its disks were not flushed in time", sandbox.name());
        }
        GuestException why = refused.get();
        if (why != null) {
            throw why;
        }
    }

    /// The machine is told to end: a lost connection does not count as a gap from now on.
    void ends() {
        ending = writes.mark();
    }

    /// The machine has ended and is still attached: marks its work as saved, if nothing was written since the
    /// fetch.
    void settle() throws InterruptedException {
        WorkspaceActivity.Mark seen = fetched;
        if (seen == null || fault != null) {
            return;
        }
        long patience = System.nanoTime() + LAST_WORDS.toNanos();
        while (writes.mark().watched() && System.nanoTime() < patience) {
            Thread.sleep(LOOK_MILLIS);
        }
        if (!seen.watched()) {
            unsaved(
                    "unseen",
                    "file changes in this sandbox could not be observed, so its newest files may exist only "
                            + "on its disk");
        } else if (seen.equals(ending) && seen.changes() == writes.mark().changes()) {
            sandbox.change(r -> r.withSalvaged(true));
        } else {
            unsaved(
                    "outdated",
                    "files were written after the work was fetched, so the newest files exist only on the sandbox's"
                            + " disk");
        }
    }

    private void unsaved(String how, String why) {
        fault = why;
        sandbox.observation().note("salvage", how, why);
    }
}
