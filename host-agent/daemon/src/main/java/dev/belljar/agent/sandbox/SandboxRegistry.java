package dev.belljar.agent.sandbox;

import dev.belljar.agent.catalog.SandboxRecord;
import dev.belljar.agent.index.EventIndex;
import dev.belljar.agent.index.JournalIndexer;
import dev.belljar.agent.journal.Journal;
import dev.belljar.agent.journal.JournalException;
import dev.belljar.agent.recording.EventRecorder;
import dev.belljar.agent.recording.GuestListener;
import dev.belljar.agent.recording.MachineActivity;
import dev.belljar.agent.recording.MissingJournal;
import dev.belljar.agent.recording.WorkspaceListener;
import dev.belljar.contract.event.HostEvent;
import dev.belljar.contract.view.host.DamagedSandbox;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The sandboxes of this host agent, each with its runtime state.
public final class SandboxRegistry implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SandboxRegistry.class);

    private final SandboxResources resources;
    private final EventIndex index;
    private final LongSupplier nanos;
    private final Map<String, SandboxRuntime> sandboxes = new ConcurrentHashMap<>();
    private final List<Function<SandboxRuntime, WorkspaceListener>> workspaces = new CopyOnWriteArrayList<>();
    private volatile Function<SandboxRuntime, GuestListener> guests = _ -> GuestListener.NONE;

    /// `nanos` is a monotonic clock.
    public SandboxRegistry(SandboxResources resources, EventIndex index, LongSupplier nanos) {
        this.resources = resources;
        this.index = index;
        this.nanos = nanos;
    }

    /// Makes this a source of listeners for the workspace of each sandbox that is added from now on.
    public void watchWorkspaces(Function<SandboxRuntime, WorkspaceListener> listeners) {
        workspaces.add(listeners);
    }

    /// Makes this a source of listeners for the events of each sandbox that is added from now on.
    public void watchGuests(Function<SandboxRuntime, GuestListener> listeners) {
        guests = listeners;
    }

    /// The sandbox with this id or name.
    ///
    /// @throws SandboxException when there is none
    public SandboxRuntime find(String idOrName) throws SandboxException {
        SandboxRuntime byId = sandboxes.get(idOrName);
        if (byId != null) {
            return byId;
        }
        return sandboxes.values().stream()
                .filter(sandbox -> sandbox.name().equals(idOrName))
                .findFirst()
                .orElseThrow(() -> missing(idOrName));
    }

    private SandboxException missing(String idOrName) {
        return resources.catalog().damaged().stream()
                .filter(damaged -> idOrName.equals(damaged.name()) || idOrName.equals(damaged.id()))
                .findFirst()
                .map(SandboxException::damaged)
                .orElseGet(() -> SandboxException.notFound(idOrName, names()));
    }

    /// The sandbox with this id, null if there is none now.
    public @Nullable SandboxRuntime known(String id) {
        return sandboxes.get(id);
    }

    /// All sandboxes, the oldest first.
    public Collection<SandboxRuntime> all() {
        return sandboxes.values().stream()
                .sorted(Comparator.comparingLong(sandbox -> sandbox.record().created()))
                .toList();
    }

    /// The names that are taken, also those of sandboxes whose records are damaged.
    public Set<String> names() {
        Set<String> names = all().stream().map(SandboxRuntime::name).collect(Collectors.toCollection(TreeSet::new));
        for (DamagedSandbox damaged : resources.catalog().damaged()) {
            if (damaged.name() != null) {
                names.add(damaged.name());
            }
        }
        return names;
    }

    /// Adds the sandbox of this record, and opens its journal.
    ///
    /// @throws JournalException when the journal cannot be opened; the sandbox is then not added
    public SandboxRuntime add(SandboxRecord record) throws JournalException {
        return added(record, resources.connectors().journal(resources.folders().sandbox(record.id())));
    }

    /// Adds the sandbox of this record, even if its journal cannot be opened.
    public SandboxRuntime addReadable(SandboxRecord record) {
        try {
            return add(record);
        } catch (JournalException e) {
            LOG.error("{}: its journal cannot be opened", record.spec().name(), e);
            return added(record, new MissingJournal(e));
        }
    }

    private SandboxRuntime added(SandboxRecord record, Journal journal) {
        resources.hostJournal().copy(record.id(), journal);
        EventRecorder recorder =
                new EventRecorder(record.id(), record.spec().name(), journal, new MachineActivity(nanos));
        recorder.tellLosses(resources.hostJournal()::recordLoss);
        SandboxRuntime sandbox =
                new SandboxRuntime(record, resources, recorder, JournalIndexer.start(record.id(), journal, index));
        sandboxes.put(record.id(), sandbox);
        recorder.agents().tell(guests.apply(sandbox));
        recorder.writes()
                .tell(WorkspaceListener.all(
                        workspaces.stream().map(each -> each.apply(sandbox)).toList()));
        return sandbox;
    }

    /// Records an event in the journal of its sandbox, or in the host's if there is no such sandbox.
    public void record(HostEvent event) {
        String id = event.sandbox();
        SandboxRuntime sandbox = id == null ? null : sandboxes.get(id);
        if (sandbox == null) {
            resources.hostJournal().record(event);
        } else {
            sandbox.observation().record(event);
        }
    }

    /// Removes a destroyed sandbox.
    public void remove(SandboxRuntime sandbox) {
        sandboxes.remove(sandbox.id(), sandbox);
    }

    /// Detaches from all sandboxes; their machines continue to run.
    @Override
    public void close() {
        all().forEach(SandboxRuntime::halt);
        all().forEach(SandboxRuntime::close);
    }
}
