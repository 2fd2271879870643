package dev.belljar.agent.lifecycle;

import dev.belljar.agent.access.SshConfigWriter;
import dev.belljar.agent.catalog.CatalogException;
import dev.belljar.agent.catalog.SandboxCatalog;
import dev.belljar.agent.catalog.SandboxRecord;
import dev.belljar.agent.egress.EgressControls;
import dev.belljar.agent.host.FileTrees;
import dev.belljar.agent.host.HostFolders;
import dev.belljar.agent.policy.approval.PolicySubject;
import dev.belljar.agent.sandbox.MachineIdentity;
import dev.belljar.agent.sandbox.SandboxException;
import dev.belljar.agent.sandbox.SandboxNames;
import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.sandbox.SavedMachines;
import dev.belljar.agent.settings.SettingsStore;
import dev.belljar.agent.snapshot.SnapshotStore;
import dev.belljar.agent.status.HostFigures;
import dev.belljar.agent.sync.WorkspaceTransfer;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.sandbox.CreateSandbox;
import dev.belljar.contract.sandbox.MachineLimits;
import dev.belljar.contract.sandbox.SandboxSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Records new sandboxes: of a project, of a snapshot, or from the trash. None of them runs yet.
public final class SandboxCreation {
    private static final Logger LOG = LoggerFactory.getLogger(SandboxCreation.class);

    private final SandboxRegistry registry;
    private final HostFolders folders;
    private final SandboxCatalog catalog;
    private final SavedMachines saved;
    private final WorkspaceTransfer workspace;
    private final EgressControls egress;
    private final SshConfigWriter ssh;

    public SandboxCreation(
            SandboxRegistry registry,
            HostFolders folders,
            SandboxCatalog catalog,
            SavedMachines saved,
            WorkspaceTransfer workspace,
            EgressControls egress,
            SshConfigWriter ssh) {
        this.registry = registry;
        this.folders = folders;
        this.catalog = catalog;
        this.saved = saved;
        this.workspace = workspace;
        this.egress = egress;
        this.ssh = ssh;
    }

    /// Records a sandbox of a project, and reserves a machine for it if it is to start.
    SandboxRuntime create(Path project, CreateSandbox request) throws BelljarException, InterruptedException {
        workspace.check(project, request.plainFolder()); // not under the monitor: it runs git
        SandboxRuntime sandbox;
        synchronized (this) {
            Set<String> taken = registry.names();
            String name = request.name() == null
                    ? SandboxNames.from(project, taken)
                    : SandboxNames.checked(request.name(), taken);
            MachineLimits limits = HostFigures.required(folders.data()).limits(request);
            SandboxSpec spec = new SandboxSpec(
                    name, project.toString(), "microvm", limits, request.plainFolder(), request.oneShot());
            boolean pooled = request.start() && !saved.projects().expected(project, limits);
            String id = (pooled ? saved.pool().reserve(limits) : Optional.<String>empty())
                    .orElseGet(MachineIdentity::freshId);
            sandbox = kept(SandboxRecord.asked(id, spec, System.currentTimeMillis()), request.networkMode());
        }
        sandbox.observation().note("note", "created", "for " + project);
        return sandbox;
    }

    private PolicySubject subject(SandboxRecord record) {
        return new PolicySubject(
                record.id(), record.spec().name(), Path.of(record.spec().project()), folders.sandbox(record.id()));
    }

    /// Records a new sandbox, with its own network mode if there is one; deletes all of it if that fails.
    private SandboxRuntime kept(SandboxRecord record, @Nullable NetworkMode mode)
            throws BelljarException, InterruptedException {
        boolean kept = false;
        try {
            if (mode != null) {
                egress.policies().networkMode(subject(record), mode, RuleScope.SANDBOX);
            }
            catalog.keep(record);
            SandboxRuntime sandbox = registry.add(record);
            kept = true;
            sandbox.announce(null);
            ssh.changed();
            return sandbox;
        } finally {
            if (!kept) {
                saved.pool().release(record.id());
                forget(record);
                discard(record);
            }
        }
    }

    private void forget(SandboxRecord record) {
        try {
            catalog.forget(record.id());
        } catch (CatalogException e) {
            LOG.warn(
                    "{}: its record is removed when the host agent is started again",
                    record.spec().name(),
                    e);
        }
    }

    /// Records a sandbox that starts from a snapshot, with the wanted name or, unless `exact`, with a number
    /// added.
    SandboxRuntime branch(SnapshotStore.Saved saved, String requestedName, boolean exact)
            throws BelljarException, InterruptedException {
        SandboxRecord from = saved.sandbox();
        SandboxRuntime sandbox;
        synchronized (this) {
            Set<String> taken = registry.names();
            String name =
                    exact ? SandboxNames.checked(requestedName, taken) : SandboxNames.numbered(requestedName, taken);
            SandboxSpec was = from.spec();
            SandboxSpec spec = new SandboxSpec(name, was.project(), was.backend(), was.limits(), was.plainFolder());
            SandboxRecord record = from.branched(
                    MachineIdentity.freshId(), spec, saved.snapshot().id(), System.currentTimeMillis());
            inherit(saved, record);
            sandbox = kept(record, null);
        }
        sandbox.observation()
                .note(
                        "note",
                        "created",
                        "from snapshot %s of %s"
                                .formatted(
                                        saved.snapshot().id(), saved.snapshot().sandboxName()));
        return sandbox;
    }

    /// Copies to a branch what it has from its origin besides disk and memory: work, rules, TLS inspection, and
    /// settings.
    private void inherit(SnapshotStore.Saved saved, SandboxRecord record)
            throws BelljarException, InterruptedException {
        SandboxRuntime origin = registry.known(saved.snapshot().sandbox());
        PolicySubject before = origin == null ? null : origin.subject();
        boolean whole = false;
        try {
            egress.policies().snapshots().inherit(before, saved.snapshot().id(), subject(record));
            egress.inspections().inherit(before, saved.inspection(), subject(record));
            SettingsStore.inherit(folders.sandbox(saved.snapshot().sandbox()), folders.sandbox(record.id()));
            String capture = record.project().commit();
            if (capture != null) {
                workspace.inherit(Path.of(record.spec().project()), capture, record.id());
            }
            whole = true;
        } finally {
            if (!whole) {
                discard(record);
            }
        }
    }

    private void discard(SandboxRecord record) {
        egress.policies().forget(record.id());
        egress.inspections().forget(record.id());
        FileTrees.delete(folders.sandbox(record.id()));
    }

    /// Creates the record of a restored sandbox, with a free name.
    public interface Admission {
        SandboxRecord named(Set<String> taken) throws BelljarException;
    }

    /// Records a restored sandbox, which does not run.
    public SandboxRuntime admit(Admission admission) throws BelljarException {
        synchronized (this) {
            SandboxRecord record = admission.named(registry.names());
            catalog.keep(record);
            SandboxRuntime sandbox = registry.addReadable(record);
            sandbox.announce(null);
            sandbox.observation().note("note", "restored", "from the trash");
            ssh.changed();
            return sandbox;
        }
    }

    /// The folder of a project, by its absolute path.
    ///
    /// @throws SandboxException when the path is not that of an existing folder
    static Path project(@Nullable String path) throws SandboxException {
        // The codec leaves a missing field null, and a path must not contain NUL.
        if (path == null || path.indexOf('\0') >= 0) {
            throw new SandboxException(ProblemCode.BAD_REQUEST, "path: expected an absolute path", null);
        }
        Path project = Path.of(path);
        if (!project.isAbsolute()) {
            throw new SandboxException(
                    ProblemCode.BAD_REQUEST, "path \"" + path + "\": expected an absolute path", null);
        }
        if (!Files.isDirectory(project)) {
            throw new SandboxException(
                    ProblemCode.BAD_REQUEST, "path \"" + path + "\": expected an existing folder", null);
        }
        return project.normalize();
    }
}
