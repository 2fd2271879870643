package dev.belljar.contract.operation;

import dev.belljar.contract.environment.ProjectTemplate;
import dev.belljar.contract.environment.TemplateLog;
import dev.belljar.contract.request.environment.ReadEnvironment;
import dev.belljar.contract.request.environment.RefreshTemplate;
import java.util.List;

/// The operations on the templates of projects.
public final class TemplateApi {
    public static final Operation<Empty, List<ProjectTemplate>> LIST = Operation.get("templates", "/templates")
            .about(
                    "Lists the project templates, including those that are being made and those that could not be made"
                            + " since the host agent started.",
                    "The templates, the newest first.")
            .answersList(ProjectTemplate.class);

    public static final Operation<RefreshTemplate, ProjectTemplate> REFRESH = Operation.post(
                    "refreshTemplate", "/projects/template")
            .about(
                    "Starts setting up a project's accepted environment in a fresh machine, to make the template"
                            + " that its new sandboxes start from; returns immediately.",
                    "The template that is being made.")
            .body(RefreshTemplate.class)
            .answers(ProjectTemplate.class);

    public static final Operation<ReadEnvironment, TemplateLog> LOG = Operation.get(
                    "templateLog", "/projects/template/log")
            .about(
                    "Returns the setup's output from the last attempt to make the template of a project; 404 "
                            + "`template.not-found` if there was none.",
                    "The end of the output.")
            .query(ReadEnvironment.class)
            .answers(TemplateLog.class);

    public static final Operation<Empty, Empty> REMOVE = Operation.delete("removeTemplate", "/templates/{id}")
            .about(
                    "Removes the template of a project. Sandboxes that were started from it keep the parts of its disk"
                            + " that they need.",
                    "The template was removed.")
            .answersNothing(204);

    private TemplateApi() {}
}
