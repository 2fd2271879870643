package dev.belljar.agent.inspect.relay;

import dev.belljar.agent.gateway.FlowGrant;
import dev.belljar.agent.inspect.http.RequestHead;
import dev.belljar.contract.http.HttpFault;
import java.util.Set;

/// Refuses requests that the rules do not allow.
///
/// Where the rules tell requests apart, header fields that give a request another method or path than those of
/// its first line are refused too: some servers follow them.
final class RequestCheck {
    private static final Set<String> OVERRIDES = Set.of(
            "x-http-method",
            "x-http-method-override",
            "x-method-override",
            "x-original-url",
            "x-rewrite-url",
            "x-original-uri",
            "x-forwarded-uri",
            "x-forwarded-path");
    private static final int FORBIDDEN = 403;

    private RequestCheck() {}

    /// Returns if the request may be forwarded.
    ///
    /// @throws HttpFault with the status 403 if it may not
    static void require(FlowGrant grant, RequestHead request) throws HttpFault {
        String refusal = grant.requestRefusal(request.method(), request.target());
        if (refusal == null && grant.limitsRequests() && OVERRIDES.stream().anyMatch(request.fields()::has)) {
            refusal = "a header field of it gives it another method or path, and rules tell these apart here";
        }
        if (refusal != null) {
            throw new HttpFault(FORBIDDEN, refusal + "; belljar-why lists what was blocked");
        }
    }
}
