package dev.belljar.client.command.sandbox.run;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.command.sandbox.run.ProjectSandbox.RunningSandbox;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SetupText;
import dev.belljar.client.console.WaitingLine;
import dev.belljar.client.console.environment.SetupWaiter;
import dev.belljar.contract.environment.SetupReport;
import dev.belljar.contract.environment.SetupState;
import dev.belljar.contract.environment.SetupStatus;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.SetupApi;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.sandbox.Sandbox;
import org.jspecify.annotations.Nullable;

/// Sees to it that the accepted environment of the project is set up in a running sandbox.
record SetupCheck(CommandSession session, AgentClient agent, boolean quiet) {
    private static final ProblemCode FAILED = new ProblemCode("setup.failed", 500);
    private static final String RUNNING = "setup.running";

    /// Waits for the setup of the sandbox; begins it if another environment was set up there, or none. The
    /// first setup of a sandbox begins by itself after its start. Returns at once if the project has no
    /// environment.
    ///
    /// @throws AgentException `setup.failed` if the setup did not end well
    void require(RunningSandbox running) throws AgentException, InterruptedException {
        Sandbox now = agent.call(SandboxApi.GET.at(running.sandbox().id()));
        SetupReport report = agent.call(SetupApi.REPORT.at(now.id()));
        String digest = report.accepted();
        SetupStatus known = report.status();
        if (digest == null || done(known, digest)) {
            return;
        }
        boolean own = running.starts() && known == null;
        // In a new sandbox, a setup that failed is not repeated unasked.
        SetupStatus last =
                running.made() && known != null && ended(known, digest) ? known : awaited(now, own ? null : known, own);
        // What ran may have been the setup of an environment from before.
        if (last.state() == SetupState.DONE && !digest.equals(last.environment())) {
            last = awaited(now, null, false);
        }
        if (last.state() != SetupState.DONE) {
            String name = now.spec().name();
            throw ProjectSandbox.problem(
                    FAILED,
                    SetupText.sentence(name, last),
                    "`belljar environment log %s` shows its output; run the command again to repeat the setup."
                            .formatted(name));
        }
    }

    private SetupStatus awaited(Sandbox sandbox, @Nullable SetupStatus known, boolean own)
            throws AgentException, InterruptedException {
        WaitingLine waiting = quiet ? WaitingLine.silent(session.err()) : WaitingLine.on(session.err());
        return waiting.during("Setting up " + sandbox.spec().name(), () -> {
            if (!own) {
                begin(sandbox, known);
            }
            return new SetupWaiter(session, quiet).await(agent, sandbox);
        });
    }

    private static boolean ended(SetupStatus status, String digest) {
        return !status.running() && digest.equals(status.environment());
    }

    private static boolean done(@Nullable SetupStatus status, String digest) {
        return status != null && status.state() == SetupState.DONE && digest.equals(status.environment());
    }

    private void begin(Sandbox sandbox, @Nullable SetupStatus known) throws AgentException, InterruptedException {
        if (known != null && known.running()) {
            return;
        }
        try {
            SetupStatus _ = agent.call(SetupApi.BEGIN.at(sandbox.id()));
        } catch (AgentException e) {
            // The first setup of a sandbox begins by itself.
            if (!e.code().code().equals(RUNNING)) {
                throw e;
            }
        }
    }
}
