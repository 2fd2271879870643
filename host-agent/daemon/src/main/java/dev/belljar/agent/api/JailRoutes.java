package dev.belljar.agent.api;

import dev.belljar.agent.api.http.OperationRoutes;
import dev.belljar.agent.jail.JailService;
import dev.belljar.contract.jail.JailPolicyText;
import dev.belljar.contract.operation.JailApi;

/// The API's operations on jails.
final class JailRoutes {
    private final JailService jails;

    JailRoutes(JailService jails) {
        this.jails = jails;
    }

    void register(OperationRoutes routes) {
        routes.on(JailApi.PREPARE, (_, request) -> jails.prepare(request))
                .on(JailApi.JAILS, (_, _) -> jails.list())
                .run(JailApi.KILL, (id, _) -> jails.kill(id))
                .on(JailApi.POLICY, (_, request) -> jails.policies().layers(request.project()))
                .on(
                        JailApi.EXPORT_POLICY,
                        (_, request) -> new JailPolicyText(
                                jails.policies().text(request.scope(), request.project(), request.minijail())))
                .on(
                        JailApi.IMPORT_POLICY,
                        (_, request) -> jails.policies()
                                .replace(request.scope(), request.project(), request.text(), request.minijail()))
                .on(
                        JailApi.TEST_POLICY,
                        (_, request) -> jails.policies()
                                .replay(request.scope(), request.project(), request.text(), request.minijail()));
    }
}
