package dev.belljar.agent.egress;

import dev.belljar.agent.environment.AcceptedEnvironments;
import dev.belljar.agent.environment.GuestVariables;
import dev.belljar.agent.environment.GuestVariables.VariableSetup;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.contract.environment.AcceptedEnvironment;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.sandbox.SandboxState;
import java.nio.file.Path;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Gives sandboxes the environment variables of the accepted environment of their project.
public record ProjectVariables(AcceptedEnvironments accepted) {
    private static final Logger LOG = LoggerFactory.getLogger(ProjectVariables.class);
    private static final GuestConfiguration GUESTS = new GuestConfiguration("environment");
    private static final String UNSET = "the environment variables of the project were not set";

    /// The variables of the sandbox's project; none if they cannot be read.
    Map<String, String> of(SandboxRuntime sandbox) {
        try {
            return read(sandbox);
        } catch (BelljarException e) {
            LOG.warn("{}: the accepted environment cannot be read", sandbox.name(), e);
            return Map.of();
        }
    }

    private Map<String, String> read(SandboxRuntime sandbox) throws BelljarException {
        return accepted.of(sandbox.project())
                .map(AcceptedEnvironment::environment)
                .map(GuestVariables::of)
                .orElse(Map.of());
    }

    /// Sets the variables in the files of the guest from which shells and ssh read them, unless nothing was ever
    /// decided about an environment of its project. A failure is noted among the events of the sandbox.
    public void configure(SandboxRuntime sandbox, GuestLink guest) throws InterruptedException {
        boolean _ = GuestConfiguration.exclusively(sandbox, () -> set(sandbox, guest));
    }

    private boolean set(SandboxRuntime sandbox, GuestLink guest) throws InterruptedException {
        try {
            if (!accepted.decided(sandbox.project())) {
                return true;
            }
            VariableSetup setup = GuestVariables.setup(read(sandbox));
            return GUESTS.run(sandbox, guest, setup.command(), setup.input(), UNSET);
        } catch (BelljarException e) {
            GUESTS.failed(sandbox, UNSET, String.valueOf(e.getMessage()));
            return false;
        }
    }

    /// Sets the variables in the sandboxes of this project that run or start.
    public void configureAll(SandboxRegistry registry, Path project) throws InterruptedException {
        for (SandboxRuntime sandbox : registry.all()) {
            GuestLink link = sandbox.anyLink().orElse(null);
            boolean runs = sandbox.state() == SandboxState.RUNNING || sandbox.state() == SandboxState.STARTING;
            if (link != null && project.equals(sandbox.project()) && runs) {
                configure(sandbox, link);
            }
        }
    }
}
