package dev.belljar.agent.api;

import dev.belljar.agent.api.http.OperationRoutes;
import dev.belljar.agent.codingagent.CodingAgentService;
import dev.belljar.agent.environment.EnvironmentService;
import dev.belljar.agent.lifecycle.SandboxService;
import dev.belljar.agent.login.LoginService;
import dev.belljar.contract.environment.EnvironmentProposal;
import dev.belljar.contract.operation.EnvironmentApi;
import dev.belljar.contract.operation.SecretApi;
import dev.belljar.contract.problem.BelljarException;

/// The API's operations on the environments that projects propose, on coding agents, and on the logins for
/// them.
final class EnvironmentRoutes {
    private final EnvironmentService environments;
    private final SandboxService sandboxes;
    private final CodingAgentService agents;
    private final LoginService logins;

    EnvironmentRoutes(ApiServices services) {
        this.environments = services.configuration().environments();
        this.sandboxes = services.sandboxes();
        this.agents = services.access().agents().codingAgents();
        this.logins = services.access().agents().logins();
    }

    void register(OperationRoutes routes) {
        routes.on(SecretApi.BEGIN_LOGIN, (_, request) -> logins.begin(request.agent()))
                .on(SecretApi.FINISH_LOGIN, logins::finish)
                .on(EnvironmentApi.PROPOSAL, (_, request) -> environments.proposal(request))
                .on(EnvironmentApi.SANDBOX_PROPOSAL, (id, _) -> ofSandbox(id))
                .on(EnvironmentApi.ACCEPTED, (_, request) -> environments.required(request.project()))
                .on(EnvironmentApi.ACCEPT, (_, request) -> environments.accept(request))
                .on(EnvironmentApi.REJECT, (_, request) -> environments.reject(request))
                .on(EnvironmentApi.AGENTS, (_, request) -> agents.list(request.project()))
                .on(EnvironmentApi.AGENT, (name, _) -> agents.profile(name))
                .onPath(
                        EnvironmentApi.START_AGENT,
                        (path, request) -> agents.start(path.getFirst(), path.getLast(), request.arguments()))
                .onPath(
                        EnvironmentApi.PROMPT_AGENT,
                        (path, request) -> agents.prompt(path.getFirst(), path.getLast(), request))
                .onPath(
                        EnvironmentApi.PAUSE_AGENT,
                        (path, _) -> agents.states().pause(path.getFirst(), path.getLast(), true))
                .onPath(
                        EnvironmentApi.CONTINUE_AGENT,
                        (path, _) -> agents.states().pause(path.getFirst(), path.getLast(), false));
    }

    private EnvironmentProposal ofSandbox(String id) throws BelljarException, InterruptedException {
        return environments.proposal(sandboxes.get(id).spec().project());
    }
}
