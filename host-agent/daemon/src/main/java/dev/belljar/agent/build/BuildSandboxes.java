package dev.belljar.agent.build;

import dev.belljar.agent.access.GuestService;
import dev.belljar.agent.egress.SandboxPolicyService;
import dev.belljar.agent.guest.GuestExec;
import dev.belljar.agent.lifecycle.SandboxService;
import dev.belljar.agent.retention.PermanentDeletion;
import dev.belljar.agent.sandbox.SandboxException;
import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.tool.BuildMachine;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.sandbox.CreateSandbox;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.SandboxStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Creates the sandboxes in which programs for machines are built: ordinary sandboxes, visible in the list,
/// whose network is closed whatever the rules say, and which are deleted permanently afterwards.
///
/// The sandbox's own policy denies everything before it starts: if the host agent is killed, the network also
/// stays closed under the next one, which deletes the sandbox.
public final class BuildSandboxes implements BuildMachine.Maker {
    private static final String WHY = "a program is being built in this sandbox, so all connections are blocked";
    private static final String CLOSED = """
        preset = "closed"

        [[rule]]
        deny = "*"
        note = "a program is being built here"

        [[rule]]
        deny = "0.0.0.0/0"

        [[rule]]
        deny = "::/0"
        """;
    private static final String WORDS = "Belljar created this sandbox to build a program that other sandboxes use, "
            + "and deletes the sandbox afterwards.\n";

    private final SandboxRegistry registry;
    private final SandboxService sandboxes;
    private final SandboxPolicyService policies;
    private final GuestService guests;
    private final PermanentDeletion deletion;
    private final Path place;

    /// `place` is the folder that contains only the projects of these sandboxes.
    public BuildSandboxes(
            SandboxRegistry registry,
            SandboxService sandboxes,
            SandboxPolicyService policies,
            GuestService guests,
            PermanentDeletion deletion,
            Path place) {
        this.registry = registry;
        this.sandboxes = sandboxes;
        this.policies = policies;
        this.guests = guests;
        this.deletion = deletion;
        this.place = place;
    }

    /// Begins to delete the build sandboxes of a host agent that was killed while it built; returns at once.
    public void sweep() {
        List<SandboxRuntime> left = left();
        if (!left.isEmpty()) {
            Thread.ofVirtual().name("build-sweep").start(() -> left.forEach(this::delete));
        }
    }

    private List<SandboxRuntime> left() {
        return registry.all().stream()
                .filter(sandbox -> sandbox.project().startsWith(place))
                .toList();
    }

    @Override
    public BuildMachine make(Path folder) throws BelljarException, InterruptedException {
        try {
            Files.createDirectories(folder);
            Files.writeString(folder.resolve("README"), WORDS);
        } catch (IOException e) {
            throw new SandboxException(ProblemCode.INTERNAL, folder + ": cannot be created: " + e.getMessage(), null);
        }
        // Deletes sandboxes that could not be deleted before: this host builds one program at a time.
        left().forEach(this::delete);
        Sandbox made =
                sandboxes.create(new CreateSandbox(folder.toString(), null, null, null, null, null, true, false));
        boolean whole = false;
        try {
            policies.replace(made.id(), CLOSED, RuleScope.SANDBOX);
            sandboxes.start(made.id());
            SandboxRuntime sandbox = registry.find(made.id());
            // The start opens the network as the rules say: no source of the build is copied in before that.
            sandbox.workflow().await();
            requireStarted(made.id());
            sandbox.guest();
            sandbox.containment().close(WHY);
            whole = true;
            return new Machine(sandbox);
        } finally {
            if (!whole) {
                delete(registry.find(made.id()));
            }
        }
    }

    // The problem of the start says why there is no machine; without it, the user would only learn the state.
    private void requireStarted(String id) throws BelljarException {
        SandboxStatus status = sandboxes.get(id).status();
        Problem why = status.problem();
        if (status.state() == SandboxState.ERROR && why != null) {
            throw new SandboxException(new ProblemCode(why.code(), why.status()), why.detail(), why.hint());
        }
    }

    private final class Machine implements BuildMachine {
        private final SandboxRuntime sandbox;

        Machine(SandboxRuntime sandbox) {
            this.sandbox = sandbox;
        }

        @Override
        public GuestExec exec(ExecCommand command) throws BelljarException, InterruptedException {
            return guests.open(sandbox.id(), command);
        }

        @Override
        public void close() {
            delete(sandbox);
        }
    }

    private void delete(SandboxRuntime sandbox) {
        boolean _ = deletion.run(sandbox);
    }
}
