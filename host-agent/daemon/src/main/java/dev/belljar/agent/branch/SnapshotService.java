package dev.belljar.agent.branch;

import dev.belljar.agent.access.SavedSession;
import dev.belljar.agent.catalog.SandboxRecord;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.lifecycle.SandboxService;
import dev.belljar.agent.policy.rule.PolicyException;
import dev.belljar.agent.sandbox.MachineIdentity;
import dev.belljar.agent.sandbox.SandboxDependencies;
import dev.belljar.agent.sandbox.SandboxException;
import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.snapshot.SelfReport;
import dev.belljar.agent.snapshot.SnapshotStore;
import dev.belljar.agent.status.HostMemory;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.WorkspaceTransfer.SavedWork;
import dev.belljar.agent.vm.Machine;
import dev.belljar.contract.event.HostEvent;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.sandbox.BranchSandbox;
import dev.belljar.contract.request.sandbox.TakeSnapshot;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.view.session.IdentityCheck;
import dev.belljar.contract.view.work.FileContents;
import dev.belljar.contract.view.work.FileDiff;
import dev.belljar.contract.view.work.SkippedFile;
import dev.belljar.contract.view.work.WorkspaceComparison;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes snapshots of machines, and makes branches of them.
public final class SnapshotService implements SnapshotOperations {
    private static final Logger LOG = LoggerFactory.getLogger(SnapshotService.class);
    private static final int MOST_TEXT = 500;

    /// Time limit for fetching the files: the guest decides how much it sends and must not delay the snapshot.
    private static final Duration FETCH = Duration.ofSeconds(20);

    private final SandboxRegistry registry;
    private final SandboxService sandboxes;
    private final SandboxDependencies dependencies;

    public SnapshotService(SandboxRegistry registry, SandboxService sandboxes, SandboxDependencies dependencies) {
        this.registry = registry;
        this.sandboxes = sandboxes;
        this.dependencies = dependencies;
    }

    @Override
    public Snapshot snapshot(String sandbox, TakeSnapshot request) throws BelljarException, InterruptedException {
        SandboxRuntime live = registry.find(sandbox);
        bounded("name", request.name());
        bounded("note", request.note());
        // Requests to the guest may be slow and do not hold the lock; only the save itself makes stop and
        // destroy wait.
        GuestLink link = live.guest();
        Snapshot planned = described(live, link, request);
        Map<String, String> identity = new HashMap<>(SelfReport.of(link));
        SavedSession.of(live).fingerprint().ifPresent(tokens -> identity.put(IdentityVerdict.TOKEN, tokens));
        // Syncing makes the disk usable without the memory, and leaves QEMU little to write while the machine is
        // paused.
        link.syncDisks();
        synchronized (live) {
            return save(live, planned, Map.copyOf(identity));
        }
    }

    private Snapshot save(SandboxRuntime live, Snapshot planned, Map<String, String> identity)
            throws BelljarException, InterruptedException {
        SandboxRecord record = live.record();
        if (live.state() != SandboxState.RUNNING) {
            throw live.notRunning();
        }
        Machine machine = live.machine().orElseThrow(live::notRunning);
        requireQuota(record, machine);
        SnapshotStore.Subject subject = new SnapshotStore.Subject(
                record.withoutProcess(),
                live.plan(),
                identity,
                dependencies.egress().inspections().kept(live.subject()));
        Snapshot saved = saved(live, machine, subject, planned);
        live.observation()
                .record(changed(saved, saved, "%s, paused %d ms".formatted(shown(saved), saved.pauseMillis())));
        return saved;
    }

    private void requireQuota(SandboxRecord record, Machine machine) throws BelljarException, InterruptedException {
        try {
            dependencies.quotas().require(record, machine.saveBytes(), "a snapshot");
        } catch (IOException e) {
            throw new SandboxException(
                    SandboxException.UNANSWERING,
                    "the disk space needed for a snapshot of %s cannot be determined: %s"
                            .formatted(record.spec().name(), e.getMessage()),
                    "Try again.");
        }
    }

    /// The rules are stored first: a branch of a snapshot without them would allow what the sandbox refused.
    private Snapshot saved(SandboxRuntime live, Machine machine, SnapshotStore.Subject subject, Snapshot planned)
            throws BelljarException, InterruptedException {
        boolean whole = false;
        dependencies.egress().policies().remember(live.subject(), planned.id());
        try {
            Snapshot saved = dependencies.snapshots().save(machine, subject, planned);
            whole = true;
            return saved;
        } finally {
            if (!whole) {
                forgetRules(planned.id());
            }
        }
    }

    private void forgetRules(String snapshot) {
        try {
            dependencies.egress().policies().forgetSnapshot(snapshot);
        } catch (PolicyException e) {
            LOG.warn("the rules saved with snapshot {} remain until the host agent restarts", snapshot, e);
        }
    }

    private Snapshot described(SandboxRuntime live, GuestLink link, TakeSnapshot request)
            throws BelljarException, InterruptedException {
        String id = MachineIdentity.freshId();
        SavedWork work = kept(live, link, id);
        return new Snapshot(
                id,
                live.id(),
                live.name(),
                parent(live),
                request.name(),
                request.note(),
                System.currentTimeMillis(),
                live.observation().journal().lastSeq(),
                live.record().branch(),
                work == null ? null : work.head(),
                work == null ? null : work.tip(),
                dependencies.egress().policies().version(live.subject()),
                0,
                0);
    }

    /// Fetches the files. The machine is saved completely in any case; without the files only comparing is
    /// impossible.
    private @Nullable SavedWork kept(SandboxRuntime live, GuestLink link, String id) throws InterruptedException {
        if (!live.record().delivered()) {
            return null;
        }
        try {
            return dependencies.workspace().keep(live.id(), live.project(), link, id, FETCH);
        } catch (SyncException e) {
            LOG.warn("{}: the files of snapshot {} cannot be compared: {}", live.name(), id, e.getMessage());
            return null;
        }
    }

    private @Nullable String parent(SandboxRuntime live) {
        List<Snapshot> own = dependencies.snapshots().list().stream()
                .filter(snapshot -> snapshot.sandbox().equals(live.id()))
                .toList();
        return own.isEmpty() ? live.record().origin() : own.getLast().id();
    }

    @Override
    public List<Snapshot> snapshots(@Nullable String sandbox) throws BelljarException {
        List<Snapshot> all = dependencies.snapshots().list();
        if (sandbox == null) {
            return all;
        }
        String id = registry.find(sandbox).id();
        return all.stream().filter(snapshot -> snapshot.sandbox().equals(id)).toList();
    }

    @Override
    public List<Sandbox> branch(String snapshot, BranchSandbox request) throws BelljarException, InterruptedException {
        return branches(required(snapshot), request, counted(request));
    }

    @Override
    public List<Sandbox> branchNow(String sandbox, BranchSandbox request)
            throws BelljarException, InterruptedException {
        int count = counted(request);
        HostMemory.require(dependencies.folders(), count, HostMemory.GOES_ON);
        return branches(snapshot(sandbox, new TakeSnapshot("branch point", null)), request, count);
    }

    private static int counted(BranchSandbox request) throws SandboxException {
        int count = request.count() == null ? 1 : request.count();
        if (count < 1 || count > BranchSandbox.MOST) {
            throw new SandboxException(
                    ProblemCode.BAD_REQUEST,
                    "count %d: expected 1 to %d branches".formatted(count, BranchSandbox.MOST),
                    null);
        }
        return count;
    }

    private List<Sandbox> branches(Snapshot origin, BranchSandbox request, int count)
            throws BelljarException, InterruptedException {
        SnapshotStore.Saved saved = dependencies.snapshots().find(origin.id());
        HostMemory.require(dependencies.folders(), count, HostMemory.GOES_ON);
        String name = request.name() == null ? origin.sandboxName() : request.name();
        boolean exact = request.name() != null && count == 1;
        List<Sandbox> begun = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                begun.add(sandboxes.branch(saved, name, exact));
            }
        } catch (BelljarException e) {
            begun.forEach(this::undo);
            throw e;
        }
        return begun;
    }

    /// Deletes a branch of a request that failed: the caller gets no branch, and nobody has used it yet.
    private void undo(Sandbox branch) {
        try {
            sandboxes.destroy(branch.id());
        } catch (BelljarException e) {
            LOG.warn(
                    "{}: this branch was not deleted, although creating the branches failed",
                    branch.spec().name(),
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void delete(String snapshot) throws BelljarException, InterruptedException {
        // The memory is deleted; the workspace's files stay in the host's own repository under their ref.
        Snapshot old = required(snapshot);
        dependencies.snapshots().delete(old.id());
        dependencies.egress().policies().forgetSnapshot(old.id());
        registry.record(changed(old, null, null));
    }

    private static HostEvent changed(Snapshot snapshot, @Nullable Snapshot taken, @Nullable String detail) {
        return new HostEvent.SnapshotChanged(
                0,
                System.currentTimeMillis(),
                snapshot.sandbox(),
                taken == null ? HostEvent.ChangeKind.DELETED : HostEvent.ChangeKind.ADDED,
                snapshot.id(),
                taken,
                detail);
    }

    @Override
    public WorkspaceComparison compare(String from, String to) throws BelljarException, InterruptedException {
        Side one = side(from);
        Side other = side(to);
        if (!one.project().equals(other.project())) {
            throw new SandboxException(
                    ProblemCode.BAD_REQUEST,
                    "%s and %s belong to different projects and cannot be compared".formatted(from, to),
                    null);
        }
        FileDiff diff = dependencies.workspace().compare(one.project(), one.commit(), other.commit());
        List<SkippedFile> skipped = Stream.concat(one.skipped().stream(), other.skipped().stream())
                .distinct()
                .toList();
        int twice = one.skipped().size() + other.skipped().size() - skipped.size();
        return new WorkspaceComparison(
                from,
                to,
                one.commit(),
                other.commit(),
                diff.files(),
                diff.complete(),
                skipped,
                one.left() + other.left() - twice);
    }

    @Override
    public FileContents contents(String snapshot, String base, String tip, String path)
            throws BelljarException, InterruptedException {
        return dependencies.workspace().contents(project(snapshot), base, tip, path);
    }

    private Path project(String what) throws BelljarException {
        Optional<Snapshot> snapshot = snapshot(what);
        return snapshot.isEmpty()
                ? registry.find(what).project()
                : Path.of(dependencies
                        .snapshots()
                        .find(snapshot.get().id())
                        .record()
                        .spec()
                        .project());
    }

    private record Side(Path project, String commit, List<SkippedFile> skipped, int left) {}

    private Side side(String what) throws BelljarException, InterruptedException {
        Optional<Snapshot> snapshot = snapshot(what);
        if (snapshot.isEmpty()) {
            SandboxRuntime live = registry.find(what);
            FileDiff now = dependencies.workspace().diff(live.id(), live.project(), live.guest());
            return new Side(live.project(), now.tip(), now.skipped(), now.left());
        }
        String work = snapshot.get().work();
        if (work == null) {
            throw new SandboxException(
                    ProblemCode.BAD_REQUEST,
                    "snapshot %s cannot be compared: its files were not recorded when it was taken".formatted(what),
                    "Restore the snapshot and compare the restored sandbox.");
        }
        SnapshotStore.Saved saved = dependencies.snapshots().find(snapshot.get().id());
        return new Side(Path.of(saved.record().spec().project()), work, List.of(), 0);
    }

    @Override
    public IdentityCheck identity(String sandbox) throws BelljarException, InterruptedException {
        SandboxRuntime live = registry.find(sandbox);
        String origin = live.record().origin();
        String plan = live.record().plan();
        if (origin != null) {
            return IdentityVerdict.check(
                    live, live.guest(), origin, dependencies.snapshots().identity(origin));
        }
        Map<String, String> was =
                plan == null ? Map.of() : dependencies.templates().identity(plan);
        return IdentityVerdict.check(live, live.guest(), was.isEmpty() ? null : "template " + plan, was);
    }

    private Snapshot required(String what) throws BelljarException {
        Optional<Snapshot> found = snapshot(what);
        return found.isPresent()
                ? found.get()
                : dependencies.snapshots().find(what).snapshot();
    }

    /// Finds a snapshot by id, or by name if the name is unique.
    private Optional<Snapshot> snapshot(String what) throws SandboxException {
        List<Snapshot> all = dependencies.snapshots().list();
        List<Snapshot> fitting =
                all.stream().filter(snapshot -> snapshot.id().equals(what)).toList();
        if (fitting.isEmpty()) {
            fitting = all.stream()
                    .filter(snapshot -> what.equals(snapshot.name()))
                    .toList();
        }
        if (fitting.size() > 1) {
            throw new SandboxException(
                    ProblemCode.BAD_REQUEST,
                    "%d snapshots are called \"%s\": expected the id of one, such as %s"
                            .formatted(fitting.size(), what, fitting.getLast().id()),
                    "`belljar snapshots` lists them.");
        }
        return fitting.stream().findFirst();
    }

    private static String shown(Snapshot snapshot) {
        return snapshot.name() == null ? snapshot.id() : snapshot.name();
    }

    private static void bounded(String what, @Nullable String text) throws SandboxException {
        if (text != null
                && (text.isBlank() || text.length() > MOST_TEXT || text.chars().anyMatch(Character::isISOControl))) {
            throw new SandboxException(
                    ProblemCode.BAD_REQUEST,
                    "%s: expected 1 to %d characters on one line".formatted(what, MOST_TEXT),
                    null);
        }
    }
}
