package dev.belljar.agent.api;

import dev.belljar.agent.api.http.OperationRoutes;
import dev.belljar.agent.codingagent.CodingAgentService;
import dev.belljar.contract.operation.CodingAgentApi;

/// The API's operations on coding agents.
final class CodingAgentRoutes {
    private final CodingAgentService agents;

    CodingAgentRoutes(CodingAgentService agents) {
        this.agents = agents;
    }

    void register(OperationRoutes routes) {
        routes.on(CodingAgentApi.LIST, (_, request) -> agents.list(request.project()))
                .on(CodingAgentApi.SHOW, (name, _) -> agents.profile(name))
                .onPath(
                        CodingAgentApi.START,
                        (path, request) -> agents.start(path.getFirst(), path.getLast(), request.arguments()))
                .onPath(
                        CodingAgentApi.PROMPT,
                        (path, request) -> agents.prompt(path.getFirst(), path.getLast(), request));
    }
}
