package dev.belljar.agent.egress;

import dev.belljar.agent.gateway.ConnectionInspector;
import dev.belljar.agent.guest.ExecOutcome;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.inspect.GuestSetup;
import dev.belljar.agent.inspect.InspectException;
import dev.belljar.agent.inspect.InspectionSettings;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.text.VisibleText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sets up TLS inspection for machines: the trusted certificate, the placeholders of secrets, and the
/// inspector.
public record InspectionSetup(InspectionSettings inspections) {
    private static final Logger LOG = LoggerFactory.getLogger(InspectionSetup.class);
    private static final int OUTPUT = 4_096;

    /// The inspector of the machine's connections; if its settings cannot be read, it refuses all connections
    /// that it might concern.
    ConnectionInspector inspector(SandboxRuntime sandbox) {
        try {
            return inspections.inspector(sandbox.subject(), sandbox.observation()::requested);
        } catch (InspectException e) {
            LOG.error("{}: the list of destinations to inspect cannot be read", sandbox.name(), e);
            note(sandbox, String.valueOf(e.getMessage()));
            return opening -> {
                throw new IOException("the list of destinations to inspect cannot be read");
            };
        }
    }

    /// Installs the authorities that the guest is to trust, and the placeholders, if there are any.
    ///
    /// @return false if that failed, which is also noted among the events of the sandbox
    public boolean configure(SandboxRuntime sandbox, GuestLink guest) throws InterruptedException {
        try {
            GuestSetup setup = inspections.setup(sandbox.subject()).orElse(null);
            if (setup == null) {
                return true;
            }
            ExecOutcome outcome = ExecOutcome.of(guest.exec(setup.command()), setup.input(), OUTPUT);
            if (Integer.valueOf(0).equals(outcome.exit().code())) {
                inspections.settled(sandbox.subject(), setup);
                return true;
            }
            reportFailure(sandbox, new String(outcome.err(), StandardCharsets.UTF_8));
        } catch (BelljarException e) {
            reportFailure(sandbox, String.valueOf(e.getMessage()));
        }
        return false;
    }

    /// The command with the environment variables for inspection; variables that the command sets take
    /// precedence.
    public ExecCommand configured(SandboxRuntime sandbox, ExecCommand c) {
        try {
            Map<String, String> all = new HashMap<>(inspections.environment(sandbox.subject()));
            all.putAll(c.env());
            return new ExecCommand(c.argv(), c.cwd(), all, c.user(), c.pty(), c.rows(), c.cols(), c.timeoutMillis());
        } catch (InspectException e) {
            LOG.warn("{}: its placeholders cannot be read", sandbox.name(), e);
            return c;
        }
    }

    private static void reportFailure(SandboxRuntime sandbox, String problem) {
        LOG.warn("{}: certificate authorities could not be installed: {}", sandbox.name(), problem);
        note(
                sandbox,
                "the guest does not trust the sandbox's certificate authorities yet: " + VisibleText.line(problem));
    }

    private static void note(SandboxRuntime sandbox, String words) {
        sandbox.observation().note("note", "inspection", words);
    }
}
