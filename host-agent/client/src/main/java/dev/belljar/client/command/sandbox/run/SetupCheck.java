package dev.belljar.client.command.sandbox.run;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
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

    /// Waits for the setup of the sandbox; begins it if another environment was set up there, or none. Returns at once if
    /// the project has no environment. `starts` says that the sandbox has just been started, so that its first setup
    /// begins by itself.
    ///
    /// @throws AgentException `setup.failed` if the setup did not end well
    void require(Sandbox sandbox, boolean starts) throws AgentException, InterruptedException {
        Sandbox now = agent.call(SandboxApi.GET.at(sandbox.id()));
        SetupReport report = agent.call(SetupApi.REPORT.at(sandbox.id()));
        String digest = report.accepted();
        if (digest == null || done(report.status(), digest)) {
            return;
        }
        String name = sandbox.spec().name();
        WaitingLine waiting = quiet ? WaitingLine.silent(session.err()) : WaitingLine.on(session.err());
        SetupStatus last = waiting.during("Setting up " + name, () -> {
            if (!starts || report.status() != null) {
                begin(sandbox, report.status());
            }
            return new SetupWaiter(session, quiet).await(agent, now);
        });
        // What ran may have been the setup of an environment from before.
        if (last.state() == SetupState.DONE && !digest.equals(last.environment())) {
            begin(sandbox, null);
            last = new SetupWaiter(session, quiet).await(agent, now);
        }
        if (last.state() != SetupState.DONE) {
            throw ProjectSandbox.problem(
                    FAILED,
                    SetupText.sentence(name, last),
                    "`belljar environment log %s` shows its output; run the command again to repeat the setup."
                            .formatted(name));
        }
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
