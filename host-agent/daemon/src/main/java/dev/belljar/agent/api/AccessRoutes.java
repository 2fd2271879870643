package dev.belljar.agent.api;

import dev.belljar.agent.access.RouteService;
import dev.belljar.agent.access.SessionService;
import dev.belljar.agent.access.SshService;
import dev.belljar.agent.api.http.OperationRoutes;
import dev.belljar.agent.api.http.RequestReader;
import dev.belljar.contract.operation.AccessApi;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.view.network.PortForward;
import java.util.List;

/// The API's operations that lead into a sandbox: routes, port forwards, sessions and ssh keys.
final class AccessRoutes {
    private static final int MOST_PORT = 65_535;

    private final RouteService routes;
    private final SessionService sessions;
    private final SshService ssh;

    AccessRoutes(ApiServices.AccessServices services) {
        this.routes = services.routes();
        this.sessions = services.sessions();
        this.ssh = services.ssh();
    }

    void register(OperationRoutes all) {
        all.on(AccessApi.ROUTES, (_, _) -> routes.all())
                .on(AccessApi.SANDBOX_ROUTES, (id, _) -> routes.of(id))
                .on(AccessApi.CHOOSE_MAIN, routes::main)
                .on(AccessApi.FORWARD, routes::forward)
                .onPath(AccessApi.UNFORWARD, (path, _) -> unforward(path))
                .on(AccessApi.SESSION, (id, _) -> sessions.session(id))
                .on(AccessApi.ZELLIJ, (_, _) -> sessions.zellij())
                .on(AccessApi.BUILD_ZELLIJ, (_, request) -> sessions.buildZellij(request.onHost()))
                .on(AccessApi.CANCEL_ZELLIJ, (_, _) -> sessions.cancelZellij())
                .on(AccessApi.SSH_KEYS, (id, _) -> ssh.keys(id))
                .on(AccessApi.ADD_SSH_KEY, (id, request) -> ssh.add(id, request.key()))
                .on(AccessApi.REVOKE_SSH_KEY, (id, request) -> ssh.revoke(id, request.key()))
                .on(AccessApi.MACHINE_KEY, (id, _) -> ssh.own(id));
    }

    private PortForward unforward(List<String> path) throws BelljarException, InterruptedException {
        int port = (int) RequestReader.number("port", path.getLast(), 1, MOST_PORT);
        return routes.unforward(path.getFirst(), port);
    }
}
