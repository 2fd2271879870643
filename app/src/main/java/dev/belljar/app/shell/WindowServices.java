package dev.belljar.app.shell;

import dev.belljar.app.action.TaskRunner;
import dev.belljar.app.approval.ApprovalWatch;
import dev.belljar.app.desktop.DesktopIntegration;
import dev.belljar.app.sandbox.SandboxWatch;
import dev.belljar.app.sandbox.TimelineWatch;
import dev.belljar.app.state.HostWatch;
import dev.belljar.app.work.WorkSurvey;
import java.util.function.Function;

/// The services behind the window: watches, which report the state of host and sandboxes, and commands, which change
/// it.
///
/// `again` polls at once, and starts a host agent that was stopped. `look` starts a watch of the sandbox with the given
/// id, which the caller closes; `history` reads its history on request. `work` requests the work of the sandboxes in
/// the launcher. `desktop` is the user's desktop.
public record WindowServices(
        HostWatch host,
        ApprovalWatch approvals,
        Runnable again,
        TaskRunner tasks,
        Function<String, SandboxWatch> look,
        Function<String, TimelineWatch> history,
        WorkSurvey work,
        DesktopIntegration desktop) {}
