package dev.belljar.app.shell;

import dev.belljar.app.action.AgentCommands;
import dev.belljar.app.state.ApprovalWatch;
import dev.belljar.app.state.HostWatch;
import dev.belljar.app.state.SandboxWatch;
import dev.belljar.app.state.WorkSurvey;
import java.util.function.Function;

/// The two doors the window has: what happened comes in by the watches, what is wanted goes out by the wishes.
///
/// `again` asks at once, and starts a host agent that was stopped; `look` begins to watch the sandbox with the
/// given id; who asked closes it. `work` learns what the sandboxes of the
/// launcher have changed. `desktop` is the person's own computer.
public record WindowServices(
        HostWatch host,
        ApprovalWatch questions,
        Runnable again,
        AgentCommands commands,
        Function<String, SandboxWatch> look,
        WorkSurvey work,
        DesktopIntegration desktop) {}
