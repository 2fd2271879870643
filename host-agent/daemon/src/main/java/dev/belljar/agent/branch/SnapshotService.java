package dev.belljar.agent.branch;

import dev.belljar.agent.access.SavedSession;
import dev.belljar.agent.catalog.SandboxRecord;
import dev.belljar.agent.egress.EgressControls;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.inspect.InspectionSettings;
import dev.belljar.agent.lifecycle.SavedMemory;
import dev.belljar.agent.policy.PolicyService;
import dev.belljar.agent.policy.rule.PolicyException;
import dev.belljar.agent.recording.WorkspaceActivity;
import dev.belljar.agent.sandbox.MachineIdentity;
import dev.belljar.agent.sandbox.SandboxException;
import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.sandbox.SavedMachines;
import dev.belljar.agent.snapshot.SelfReport;
import dev.belljar.agent.snapshot.SnapshotStore;
import dev.belljar.agent.storage.QuotaService;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.WorkspaceTransfer;
import dev.belljar.agent.sync.WorkspaceTransfer.SavedWork;
import dev.belljar.agent.vm.Machine;
import dev.belljar.contract.event.HostEvent;
import dev.belljar.contract.operation.SnapshotApi;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.sandbox.TakeSnapshot;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.view.session.IdentityCheck;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes snapshots of machines, and deletes them. Sandboxes and snapshots are given by id or name.
public final class SnapshotService {
    private static final Logger LOG = LoggerFactory.getLogger(SnapshotService.class);
    private static final int MOST_TEXT = 500;

    private final SandboxRegistry registry;
    private final SavedMachines saved;
    private final SnapshotLookup snapshots;
    private final WorkspaceTransfer workspace;
    private final QuotaService quotas;
    private final PolicyService policies;
    private final InspectionSettings inspections;
    /// How many snapshots of each sandbox are being taken.
    private final Map<String, Integer> running = new ConcurrentHashMap<>();

    private volatile TakenListener takenListener = (_, _) -> {};

    public SnapshotService(
            SandboxRegistry registry,
            SavedMachines saved,
            WorkspaceTransfer workspace,
            QuotaService quotas,
            EgressControls egress) {
        this.registry = registry;
        this.saved = saved;
        this.snapshots = new SnapshotLookup(saved.snapshots());
        this.workspace = workspace;
        this.quotas = quotas;
        this.policies = egress.policies();
        this.inspections = egress.inspections();
    }

    /// Is told of each snapshot of a sandbox, with the mark of the writes that are part of it.
    public interface TakenListener {
        void taken(SandboxRuntime sandbox, WorkspaceActivity.Mark writes);
    }

    /// Tells this listener of each snapshot from now on.
    public void tell(TakenListener listener) {
        takenListener = listener;
    }

    /// True while a snapshot of this sandbox is being taken.
    public boolean busy(String sandbox) {
        return running.containsKey(sandbox);
    }

    /// Takes a snapshot of a running machine, which continues to run.
    public Snapshot snapshot(String sandbox, TakeSnapshot request) throws BelljarException, InterruptedException {
        bounded("name", request.name());
        bounded("note", request.note());
        return take(registry.find(sandbox), SnapshotOrder.of(request));
    }

    /// Takes a snapshot of a running machine, which continues to run.
    public Snapshot take(SandboxRuntime live, SnapshotOrder order) throws BelljarException, InterruptedException {
        if (saved.projects().preparing(live.name())) {
            throw new SandboxException(
                    SandboxException.WRONG_STATE, live.name() + ": it is preparing a template", null);
        }
        running.merge(live.id(), 1, Integer::sum);
        try {
            return taken(live, order);
        } finally {
            running.computeIfPresent(live.id(), (_, count) -> count == 1 ? null : count - 1);
        }
    }

    private Snapshot taken(SandboxRuntime live, SnapshotOrder order) throws BelljarException, InterruptedException {
        // Requests to the guest may be slow and do not hold the lock; only the save itself makes stop and
        // destroy wait.
        GuestLink link = live.guest();
        Snapshot planned = described(live, order, kept(live, link, order.fetch()));
        Map<String, String> identity = new HashMap<>(SelfReport.of(link));
        SavedSession.of(live).fingerprint().ifPresent(tokens -> identity.put(IdentityVerdict.TOKEN, tokens));
        // Syncing makes the disk usable without the memory, and leaves QEMU little to write while the machine is
        // paused.
        link.syncDisks();
        synchronized (live) {
            if (!order.wanted().getAsBoolean()) {
                throw new SandboxException(
                        SandboxException.UNANSWERING, live.name() + ": preparing the snapshot took too long", null);
            }
            return save(live, planned, Map.copyOf(identity));
        }
    }

    private Snapshot save(SandboxRuntime live, Snapshot planned, Map<String, String> identity)
            throws BelljarException, InterruptedException {
        SandboxRecord record = live.record();
        SandboxState _ = live.requireAllowed(SnapshotApi.TAKE);
        Machine machine = live.machine().orElseThrow(live::notRunning);
        requireQuota(record, machine);
        SnapshotStore.Subject subject = new SnapshotStore.Subject(
                record.withoutProcess(), SavedMemory.plan(live), identity, inspections.kept(live.subject()));
        WorkspaceActivity.Mark writes = live.observation().writes().mark();
        Snapshot taken = saved(live, machine, subject, planned);
        takenListener.taken(live, writes);
        live.observation()
                .record(changed(taken, taken, "%s, paused %d ms".formatted(shown(taken), taken.pauseMillis())));
        return taken;
    }

    private void requireQuota(SandboxRecord record, Machine machine) throws BelljarException, InterruptedException {
        try {
            quotas.require(record, machine.saveBytes(), "a snapshot");
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
        policies.snapshots().remember(live.subject(), planned.id());
        try {
            Snapshot taken = saved.snapshots().save(machine, subject, planned);
            whole = true;
            return taken;
        } finally {
            if (!whole) {
                forgetRules(planned.id());
            }
        }
    }

    private void forgetRules(String snapshot) {
        try {
            policies.snapshots().forget(snapshot);
        } catch (PolicyException e) {
            LOG.warn("the rules saved with snapshot {} remain until the host agent restarts", snapshot, e);
        }
    }

    private Snapshot described(SandboxRuntime live, SnapshotOrder order, KeptWork kept) throws BelljarException {
        SavedWork work = kept.work();
        return new Snapshot(
                kept.id(),
                live.id(),
                live.name(),
                parent(live),
                order.name(),
                order.note(),
                System.currentTimeMillis(),
                live.observation().journal().lastSeq(),
                live.record().project().branch(),
                work == null ? null : work.head(),
                work == null ? null : work.tip(),
                policies.version(live.subject()),
                0,
                0,
                order.reason());
    }

    /// The id of a new snapshot, and its files.
    private record KeptWork(String id, @Nullable SavedWork work) {}

    private KeptWork kept(SandboxRuntime live, GuestLink link, Duration fetch) throws InterruptedException {
        String id = MachineIdentity.freshId();
        return new KeptWork(id, live.record().delivered() ? fetched(live, link, id, fetch) : null);
    }

    /// Fetches the files. The machine is saved completely in any case; without the files only comparing is
    /// impossible.
    private @Nullable SavedWork fetched(SandboxRuntime live, GuestLink link, String id, Duration fetch)
            throws InterruptedException {
        try {
            WorkspaceActivity.Mark before = live.observation().writes().mark();
            SavedWork work = workspace.keep(live.id(), live.project(), link, id, fetch);
            live.observation().writes().fetched(before);
            return work;
        } catch (SyncException e) {
            LOG.warn("{}: the files of snapshot {} cannot be compared: {}", live.name(), id, e.getMessage());
            return null;
        }
    }

    private @Nullable String parent(SandboxRuntime live) {
        List<Snapshot> own = saved.snapshots().list().stream()
                .filter(snapshot -> snapshot.sandbox().equals(live.id()))
                .toList();
        return own.isEmpty() ? live.record().origin() : own.getLast().id();
    }

    /// The snapshots of one sandbox, or of all when it is null, the oldest first.
    public List<Snapshot> snapshots(@Nullable String sandbox) throws BelljarException {
        List<Snapshot> all = saved.snapshots().list();
        if (sandbox == null) {
            return all;
        }
        String id = registry.find(sandbox).id();
        return all.stream().filter(snapshot -> snapshot.sandbox().equals(id)).toList();
    }

    /// Deletes a snapshot; files that its branches need stay.
    public void delete(String snapshot) throws BelljarException, InterruptedException {
        // The memory is deleted; the workspace's files stay in the host's own repository under their ref.
        Snapshot old = snapshots.required(snapshot);
        saved.snapshots().delete(old.id());
        policies.snapshots().forget(old.id());
        registry.record(changed(old, null, null));
    }

    /// Deletes a snapshot, unless it was taken by request or is kept by now.
    public void deleteAutomatic(Snapshot old) throws BelljarException {
        if (saved.snapshots().deleteAutomatic(old.id())) {
            policies.snapshots().forget(old.id());
            registry.record(changed(old, null, null));
        }
    }

    /// Keeps an automatic snapshot until it is deleted on request.
    public Snapshot keep(String snapshot) throws BelljarException {
        Snapshot found = snapshots.required(snapshot);
        return found.automatic() == null ? found : describe(found.kept());
    }

    /// Changes the description of a snapshot.
    public Snapshot describe(Snapshot changed) throws BelljarException {
        saved.snapshots().describe(changed);
        registry.record(new HostEvent.SnapshotChanged(
                0,
                System.currentTimeMillis(),
                changed.sandbox(),
                HostEvent.ChangeKind.CHANGED,
                changed.id(),
                changed,
                null));
        return changed;
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

    /// Checks whether a copied machine has its own identity.
    public IdentityCheck identity(String sandbox) throws BelljarException, InterruptedException {
        SandboxRuntime live = registry.find(sandbox);
        String origin = live.record().origin();
        String plan = live.record().machine().plan();
        if (origin != null) {
            return IdentityVerdict.check(
                    live, live.guest(), origin, saved.snapshots().identity(origin));
        }
        String template = live.record().machine().template();
        if (template != null) {
            return IdentityVerdict.check(
                    live, live.guest(), "template " + template, saved.projects().identity(template));
        }
        Map<String, String> was = plan == null ? Map.of() : saved.templates().identity(plan);
        return IdentityVerdict.check(live, live.guest(), was.isEmpty() ? null : "template " + plan, was);
    }

    private static String shown(Snapshot snapshot) {
        String name = snapshot.name() == null ? snapshot.id() : snapshot.name();
        return snapshot.automatic() == null ? name : name + " (automatic)";
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
