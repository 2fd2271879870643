package dev.belljar.agent.inspect;

import java.util.function.Consumer;

/// What a connection that is looked into is held to: the host it was verified for, the port, the secrets that have
/// a placeholder; `lenient` if an answer that is not HTTP may pass, as it may where only requests are checked.
record InspectionTerms(
        String host, int port, boolean tls, boolean lenient, SecretInjector pocket, Consumer<HttpExchange> told) {}
