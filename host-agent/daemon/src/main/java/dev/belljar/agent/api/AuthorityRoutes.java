package dev.belljar.agent.api;

import dev.belljar.agent.api.http.OperationRoutes;
import dev.belljar.agent.egress.SandboxAuthorityService;
import dev.belljar.contract.operation.AuthorityApi;

/// The API's operations on the host's certificate authorities.
final class AuthorityRoutes {
    private final SandboxAuthorityService authorities;

    AuthorityRoutes(SandboxAuthorityService authorities) {
        this.authorities = authorities;
    }

    void register(OperationRoutes routes) {
        routes.on(AuthorityApi.AUTHORITIES, (_, _) -> authorities.list())
                .on(AuthorityApi.TRUST, (_, request) -> authorities.trust(request.fingerprints(), request.project()))
                .on(AuthorityApi.REVOKE, (_, request) -> authorities.revoke(request.fingerprints(), request.project()));
    }
}
