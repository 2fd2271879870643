package dev.belljar.agent.inspect.relay;

import dev.belljar.agent.gateway.FlowGrant;
import dev.belljar.agent.inspect.http.HttpExchange;
import java.util.function.Consumer;

/// The rules for an inspected connection: the host it was verified for, the port, the secrets with a placeholder, and
/// the grant that requests need; `lenient` if a response that is not HTTP may pass, as it may if only requests are
/// checked.
public record InspectionContext(
        String host,
        int port,
        boolean tls,
        boolean lenient,
        SecretInjector injector,
        FlowGrant grant,
        Consumer<HttpExchange> listener) {}
