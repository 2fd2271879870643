package dev.belljar.agent.api;

import dev.belljar.agent.api.http.OperationRoutes;
import dev.belljar.agent.egress.SandboxAuthorityService;
import dev.belljar.agent.egress.SandboxMirrorService;
import dev.belljar.contract.operation.AuthorityApi;

/// The API's operations on the host's certificate authorities and mirrors.
final class AuthorityRoutes {
    private final SandboxAuthorityService authorities;
    private final SandboxMirrorService mirrors;

    AuthorityRoutes(SandboxAuthorityService authorities, SandboxMirrorService mirrors) {
        this.authorities = authorities;
        this.mirrors = mirrors;
    }

    void register(OperationRoutes routes) {
        routes.on(AuthorityApi.AUTHORITIES, (_, _) -> authorities.list())
                .on(AuthorityApi.TRUST, (_, request) -> authorities.trust(request.fingerprints(), request.project()))
                .on(AuthorityApi.REVOKE, (_, request) -> authorities.revoke(request.fingerprints(), request.project()))
                .on(AuthorityApi.MIRRORS, (_, _) -> mirrors.list())
                .on(AuthorityApi.USE_MIRRORS, (_, request) -> mirrors.use(request.mirrors()))
                .on(AuthorityApi.FORGET_MIRRORS, (_, request) -> mirrors.forget(request.mirrors()));
    }
}
