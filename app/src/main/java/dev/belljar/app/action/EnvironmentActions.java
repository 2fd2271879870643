package dev.belljar.app.action;

import dev.belljar.contract.environment.EnvironmentProposal;
import dev.belljar.contract.environment.ProjectTemplate;
import dev.belljar.contract.environment.SetupReport;
import dev.belljar.contract.environment.SetupStatus;
import dev.belljar.contract.environment.TemplateLog;
import dev.belljar.contract.operation.EnvironmentApi;
import dev.belljar.contract.operation.SetupApi;
import dev.belljar.contract.operation.TemplateApi;
import dev.belljar.contract.request.environment.AcceptEnvironment;
import dev.belljar.contract.request.environment.ReadEnvironment;
import dev.belljar.contract.request.environment.RefreshTemplate;
import dev.belljar.contract.request.environment.RejectEnvironment;
import java.util.Optional;
import javafx.beans.property.ReadOnlyIntegerProperty;
import javafx.beans.property.ReadOnlyIntegerWrapper;

/// The actions on the environments of projects, on their setup in sandboxes and on their templates; `project` is the
/// folder of a project, `id` the id of a sandbox.
public final class EnvironmentActions {
    private final TaskRunner tasks;
    private final ReadOnlyIntegerWrapper decisions = new ReadOnlyIntegerWrapper();

    EnvironmentActions(TaskRunner tasks) {
        this.tasks = tasks;
    }

    /// How many proposals were accepted or rejected in this window; changes on the FX thread.
    public ReadOnlyIntegerProperty decisions() {
        return decisions.getReadOnlyProperty();
    }

    /// Requests what a project proposes.
    public UiTask<EnvironmentProposal> proposal(String project) {
        return tasks.reading("environment", agent -> agent.call(EnvironmentApi.PROPOSAL, new ReadEnvironment(project)));
    }

    /// Accepts what a project proposes.
    public UiTask<EnvironmentProposal> accept(AcceptEnvironment request) {
        return tasks.task("accept-environment", agent -> decided(agent.call(EnvironmentApi.ACCEPT, request)));
    }

    /// Rejects what a project proposes.
    public UiTask<EnvironmentProposal> reject(RejectEnvironment request) {
        return tasks.task("reject-environment", agent -> decided(agent.call(EnvironmentApi.REJECT, request)));
    }

    private EnvironmentProposal decided(EnvironmentProposal now) {
        tasks.later(() -> decisions.set(decisions.get() + 1));
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

    /// Requests the newest template of a project, if it has one.
    public UiTask<Optional<ProjectTemplate>> template(String project) {
        return tasks.reading(
                "template",
                agent -> agent.call(TemplateApi.LIST).stream()
                        .filter(each -> each.project().equals(project))
                        .findFirst());
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
