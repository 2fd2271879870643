package dev.belljar.agent.lifecycle;

import dev.belljar.agent.catalog.CatalogException;
import dev.belljar.agent.catalog.SandboxCatalog;
import dev.belljar.agent.catalog.SandboxRecord;
import dev.belljar.agent.policy.PolicyService;
import dev.belljar.agent.recording.MissingJournal;
import dev.belljar.agent.sandbox.SandboxException;
import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.sandbox.SandboxState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Opens the sandboxes of the catalog when the host agent starts, and takes over those of their machines that are still
/// running.
public final class SandboxOpening {
    private static final Logger LOG = LoggerFactory.getLogger(SandboxOpening.class);

    private final SandboxRegistry registry;
    private final SandboxCatalog catalog;
    private final PolicyService policies;
    private final Workflows workflows;

    public SandboxOpening(
            SandboxRegistry registry, SandboxCatalog catalog, PolicyService policies, Workflows workflows) {
        this.registry = registry;
        this.catalog = catalog;
        this.policies = policies;
        this.workflows = workflows;
    }

    /// Opens all sandboxes.
    ///
    /// @throws BelljarException when the catalog cannot be read
    public void run() throws BelljarException, InterruptedException {
        new TrashFolder(workflows.platform().folders()).open();
        policies.snapshots().sweep(workflows.saved().snapshots()::has);
        for (SandboxRecord record : catalog.all()) {
            take(record);
        }
    }

    /// Takes over one sandbox. An error with it must not affect the others.
    private void take(SandboxRecord record) throws InterruptedException {
        try {
            if (record.state() == SandboxState.DESTROYED) {
                workflows.trash().run(record);
                return;
            }
            adopt(registry.addReadable(record));
        } catch (CatalogException | SandboxException | RuntimeException e) {
            LOG.error(
                    "{}: the sandbox's record cannot be used; the sandbox is not listed, "
                            + "and its files are not deleted",
                    record.id(),
                    e);
        }
    }

    private void adopt(SandboxRuntime sandbox) throws InterruptedException {
        if (sandbox.observation().journal() instanceof MissingJournal lost) {
            sandbox.fail(lost.fault().problem());
            return;
        }
        try {
            workflows.setups().recover(sandbox);
            new AdoptWorkflow(sandbox, workflows.platform(), workflows.connector(), workflows).run();
        } catch (RuntimeException e) {
            // The effects of a damaged record cannot be foreseen; it must not prevent the other sandboxes from
            // opening.
            LOG.error("{}: the sandbox could not be opened", sandbox.name(), e);
            sandbox.fail(Problem.of(ProblemCode.INTERNAL, "sandbox not opened", String.valueOf(e), null));
        }
    }
}
