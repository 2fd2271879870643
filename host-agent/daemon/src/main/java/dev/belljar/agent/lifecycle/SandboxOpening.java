package dev.belljar.agent.lifecycle;

import dev.belljar.agent.access.AccessService;
import dev.belljar.agent.catalog.CatalogException;
import dev.belljar.agent.catalog.SandboxRecord;
import dev.belljar.agent.recording.MissingJournal;
import dev.belljar.agent.sandbox.SandboxDependencies;
import dev.belljar.agent.sandbox.SandboxException;
import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.sandbox.SandboxState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Opens the sandboxes of the catalog when the host agent starts, and takes over their machines that still run.
public final class SandboxOpening {
    private static final Logger LOG = LoggerFactory.getLogger(SandboxOpening.class);

    private final SandboxRegistry registry;
    private final SandboxDependencies dependencies;
    private final AccessService access;

    public SandboxOpening(SandboxRegistry registry, SandboxDependencies dependencies, AccessService access) {
        this.registry = registry;
        this.dependencies = dependencies;
        this.access = access;
    }

    /// Opens all sandboxes.
    ///
    /// @throws BelljarException when the catalog cannot be read
    public void run() throws BelljarException, InterruptedException {
        new TrashFolder(dependencies.folders()).open();
        dependencies.egress().policies().sweepSnapshots(dependencies.snapshots()::has);
        for (SandboxRecord record : dependencies.catalog().all()) {
            take(record);
        }
    }

    /// Takes over one sandbox. An error with it must not affect the others.
    private void take(SandboxRecord record) throws InterruptedException {
        try {
            if (record.state() == SandboxState.DESTROYED) {
                new TrashMove(dependencies, record).run();
                return;
            }
            adopt(registry.addReadable(record));
        } catch (CatalogException | SandboxException | RuntimeException e) {
            LOG.error("{}: its record cannot be used; it is not listed and not deleted", record.id(), e);
        }
    }

    private void adopt(SandboxRuntime sandbox) throws InterruptedException {
        if (sandbox.observation().journal() instanceof MissingJournal lost) {
            sandbox.fail(lost.fault().problem());
            return;
        }
        try {
            new AdoptWorkflow(sandbox, access).run();
        } catch (RuntimeException e) {
            // The effects of a damaged record cannot be foreseen; it must not prevent the other sandboxes from
            // opening.
            LOG.error("{}: could not be taken over", sandbox.name(), e);
            sandbox.fail(Problem.of(ProblemCode.INTERNAL, "not taken over", String.valueOf(e), null));
        }
    }
}
