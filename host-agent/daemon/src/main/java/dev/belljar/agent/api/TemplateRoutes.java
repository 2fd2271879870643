package dev.belljar.agent.api;

import dev.belljar.agent.api.http.OperationRoutes;
import dev.belljar.agent.template.ProjectTemplateService;
import dev.belljar.contract.operation.TemplateApi;

/// The API's operations on the templates of projects.
final class TemplateRoutes {
    private final ProjectTemplateService templates;

    TemplateRoutes(ProjectTemplateService templates) {
        this.templates = templates;
    }

    void register(OperationRoutes routes) {
        routes.on(TemplateApi.LIST, (_, _) -> templates.list())
                .on(TemplateApi.REFRESH, (_, request) -> templates.refresh(request))
                .on(TemplateApi.LOG, (_, request) -> templates.log(request.project()))
                .run(TemplateApi.REMOVE, (id, _) -> templates.remove(id));
    }
}
