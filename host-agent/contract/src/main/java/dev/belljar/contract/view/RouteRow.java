package dev.belljar.contract.view;

import org.jspecify.annotations.Nullable;

/// A port that something in a sandbox listens on, and the address that leads to it here.
///
/// `process` is the guest's own word for who listens, made visible; `main` is true of the one that the sandbox's
/// plain name leads to. `service` is what the machine itself offers there, `ssh` or `terminal`, null for what is the
/// project's own; a service is no page of the project, and `ssh` none at all.
public record RouteRow(
        int port,
        String process,
        String url,
        boolean main,
        @Nullable String service) {}
