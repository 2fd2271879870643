package dev.belljar.agent.egress;

import dev.belljar.agent.gateway.ConnectionInspector;
import dev.belljar.agent.guest.BelljarScript;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.inspect.GuestSetup;
import dev.belljar.agent.inspect.InspectException;
import dev.belljar.agent.inspect.InspectionSettings;
import dev.belljar.agent.mirror.ChosenMirrors.MirrorSetup;
import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.contract.event.Event.HttpEvent;
import dev.belljar.contract.event.HostEvent;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.sandbox.SandboxState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sets up TLS inspection for machines: the trusted certificate, the placeholders of secrets, and the
/// inspector. The `variables` of the project come with those for inspection, which take precedence.
public record InspectionSetup(InspectionSettings inspections, ProjectVariables variables) {
    private static final Logger LOG = LoggerFactory.getLogger(InspectionSetup.class);
    private static final GuestConfiguration GUESTS = new GuestConfiguration("inspection");
    private static final String UNTRUSTED = "the guest does not trust the sandbox's certificate authorities yet";
    private static final String UNUSED = "the guest does not use all mirrors";

    /// The inspector of the machine's connections; if its settings cannot be read, it refuses all connections
    /// that it might concern. `requested` gets each request.
    ConnectionInspector inspector(SandboxRuntime sandbox, Consumer<HttpEvent> requested) {
        try {
            return inspections.inspector(sandbox.subject(), requested);
        } catch (InspectException e) {
            LOG.error("{}: the list of destinations to inspect cannot be read", sandbox.name(), e);
            GUESTS.note(sandbox, String.valueOf(e.getMessage()));
            return opening -> {
                throw new IOException("the list of destinations to inspect cannot be read");
            };
        }
    }

    /// Installs the authorities that the guest is to trust, the placeholders, and the mirrors, if there are
    /// any.
    ///
    /// @return false if that failed, which is also noted among the events of the sandbox
    public boolean configure(SandboxRuntime sandbox, GuestLink guest) throws InterruptedException {
        return GuestConfiguration.exclusively(sandbox, () -> install(sandbox, guest));
    }

    private boolean install(SandboxRuntime sandbox, GuestLink guest) throws InterruptedException {
        try {
            GuestSetup setup = inspections.setup(sandbox.subject()).orElse(null);
            if (setup != null && !GUESTS.run(sandbox, guest, setup.command(), setup.input(), UNTRUSTED)) {
                return false;
            }
            if (setup != null) {
                inspections.settled(sandbox.subject(), setup);
            }
            Optional<String> problem = inspections.mirrorProblem();
            if (problem.isPresent()) {
                GUESTS.failed(sandbox, UNUSED, problem.get());
                return false;
            }
            MirrorSetup mirrors = inspections.mirrors(sandbox.subject()).orElse(null);
            return mirrors == null || GUESTS.run(sandbox, guest, mirrors.command(), mirrors.input(), UNUSED);
        } catch (BelljarException e) {
            GUESTS.failed(sandbox, UNTRUSTED, String.valueOf(e.getMessage()));
        }
        return false;
    }

    /// Configures all running guests or, if `project` is not null, those of this project, after something
    /// changed that concerns them.
    ConfiguredGuests configureAll(SandboxRegistry registry, @Nullable Path project) throws InterruptedException {
        List<String> done = new ArrayList<>();
        List<String> failed = new ArrayList<>();
        for (SandboxRuntime sandbox : registry.all()) {
            GuestLink link = sandbox.anyLink().orElse(null);
            boolean concerned = project == null || project.equals(sandbox.project());
            if (concerned && sandbox.state() == SandboxState.RUNNING) {
                boolean configured = link != null && configure(sandbox, link);
                (configured ? done : failed).add(sandbox.name());
            }
        }
        registry.record(new HostEvent.PolicyChanged(
                0, System.currentTimeMillis(), null, HostEvent.PolicyChanged.PolicyPart.INSPECTION, null, null, null));
        return new ConfiguredGuests(done, failed);
    }

    /// The names of the sandboxes whose guests were configured, and of those where that failed.
    record ConfiguredGuests(List<String> done, List<String> failed) {}

    /// The command with the environment variables of the project, unless it is a script of Belljar, and those for
    /// inspection, which take precedence; so do, before both, variables that the command sets.
    public ExecCommand configured(SandboxRuntime sandbox, ExecCommand c) {
        Map<String, String> all = new HashMap<>(BelljarScript.is(c) ? Map.of() : variables.of(sandbox));
        try {
            all.putAll(inspections.environment(sandbox.subject()));
        } catch (InspectException e) {
            LOG.warn("{}: its placeholders cannot be read", sandbox.name(), e);
        }
        all.putAll(c.env());
        return new ExecCommand(c.argv(), c.cwd(), all, c.user(), c.pty(), c.rows(), c.cols(), c.timeoutMillis());
    }
}
