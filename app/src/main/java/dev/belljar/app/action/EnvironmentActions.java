package dev.belljar.app.action;

import dev.belljar.app.state.WatchRegistration;
import dev.belljar.contract.environment.EnvironmentProposal;
import dev.belljar.contract.environment.ProjectTemplate;
import dev.belljar.contract.environment.SetupReport;
import dev.belljar.contract.environment.SetupStatus;
import dev.belljar.contract.environment.TemplateLog;
import dev.belljar.contract.operation.EnvironmentApi;
import dev.belljar.contract.operation.SetupApi;
import dev.belljar.contract.operation.TemplateApi;
import dev.belljar.contract.request.codingagent.ListCodingAgents;
import dev.belljar.contract.request.codingagent.StartCodingAgent;
import dev.belljar.contract.request.environment.AcceptEnvironment;
import dev.belljar.contract.request.environment.ReadEnvironment;
import dev.belljar.contract.request.environment.ReadProposal;
import dev.belljar.contract.request.environment.RefreshTemplate;
import dev.belljar.contract.request.environment.RejectEnvironment;
import dev.belljar.contract.sandbox.CodingAgentStatus;
import dev.belljar.contract.view.codingagent.CodingAgentList;
import dev.belljar.contract.view.codingagent.StartedCodingAgent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The actions on the environments of projects, on their setup in sandboxes and on their templates; `project` is the
/// folder of a project, `id` the id of a sandbox.
public final class EnvironmentActions {
    private final TaskRunner tasks;
    private final List<Runnable> watchers = new ArrayList<>();

    EnvironmentActions(TaskRunner tasks) {
        this.tasks = tasks;
    }

    /// Calls `watcher`, on the FX thread, after each proposal that was accepted or rejected in this window.
    public WatchRegistration onDecision(Runnable watcher) {
        watchers.add(watcher);
        return () -> watchers.remove(watcher);
    }

    /// Requests what a project proposes.
    public UiTask<EnvironmentProposal> proposal(String project) {
        return tasks.reading("environment", agent -> agent.call(EnvironmentApi.PROPOSAL, ReadProposal.of(project)));
    }

    /// Requests the same with what a coding agent needs, unless that is null.
    public UiTask<EnvironmentProposal> proposal(String project, @Nullable String agent) {
        return tasks.reading(
                "environment", client -> client.call(EnvironmentApi.PROPOSAL, new ReadProposal(project, agent)));
    }

    /// Requests the coding agents that can be started.
    public UiTask<CodingAgentList> agents(String project) {
        return tasks.reading(
                "coding-agents", client -> client.call(EnvironmentApi.AGENTS, new ListCodingAgents(project)));
    }

    /// Starts a coding agent in the session of a sandbox.
    public UiTask<StartedCodingAgent> startAgent(String id, String agent) {
        return tasks.task(
                "start-agent",
                client -> client.call(EnvironmentApi.START_AGENT.at(id, agent), new StartCodingAgent(List.of())));
    }

    /// Stops the processes of a coding agent, or continues them.
    public UiTask<CodingAgentStatus> pauseAgent(String id, String agent, boolean pause) {
        return tasks.task(
                "pause-agent",
                client -> client.call(
                        (pause ? EnvironmentApi.PAUSE_AGENT : EnvironmentApi.CONTINUE_AGENT).at(id, agent)));
    }

    /// Accepts what a project proposes.
    public UiTask<EnvironmentProposal> accept(AcceptEnvironment request) {
        return tasks.task("accept-environment", agent -> announced(agent.call(EnvironmentApi.ACCEPT, request)));
    }

    /// Rejects what a project proposes.
    public UiTask<EnvironmentProposal> reject(RejectEnvironment request) {
        return tasks.task("reject-environment", agent -> announced(agent.call(EnvironmentApi.REJECT, request)));
    }

    private EnvironmentProposal announced(EnvironmentProposal now) {
        tasks.later(() -> List.copyOf(watchers).forEach(Runnable::run));
        return now;
    }

    /// Requests how the setup of a sandbox went.
    public UiTask<SetupReport> setup(String id) {
        return tasks.reading("setup", agent -> agent.call(SetupApi.REPORT.at(id)));
    }

    /// Begins the setup of a sandbox.
    public UiTask<SetupStatus> beginSetup(String id) {
        return tasks.task("begin-setup", agent -> agent.call(SetupApi.BEGIN.at(id)));
    }

    /// Ends the running setup of a sandbox.
    public UiTask<SetupStatus> cancelSetup(String id) {
        return tasks.task("cancel-setup", agent -> agent.call(SetupApi.CANCEL.at(id)));
    }

    /// Requests the template of a project and the last attempt to make it, if there are any.
    public UiTask<List<ProjectTemplate>> templates(String project) {
        return tasks.reading(
                "template",
                agent -> agent.call(TemplateApi.LIST).stream()
                        .filter(each -> each.project().equals(project))
                        .toList());
    }

    /// Begins to make the template of a project again.
    public UiTask<ProjectTemplate> refreshTemplate(String project) {
        return tasks.task("refresh-template", agent -> agent.call(TemplateApi.REFRESH, new RefreshTemplate(project)));
    }

    /// Removes a template.
    public UiTask<?> removeTemplate(String template) {
        return tasks.task("remove-template", agent -> agent.call(TemplateApi.REMOVE.at(template)));
    }

    /// Requests the output of the setup in the last attempt to make the template of a project.
    public UiTask<TemplateLog> templateLog(String project) {
        return tasks.reading("template-log", agent -> agent.call(TemplateApi.LOG, new ReadEnvironment(project)));
    }
}
