package dev.belljar.contract.view.network;

import org.jspecify.annotations.Nullable;

/// A port on which a program in a sandbox listens, and the address on the host that leads to it.
///
/// `process` is the listening process as the guest reports it, in visible characters; `main` is true for the
/// port that the sandbox's plain host name leads to. `service` names a service of the machine itself, `ssh` or
/// `terminal`, null for a port of the project; a service is not a page of the project, and `ssh` is no page at
/// all.
public record RouteRow(
        int port,
        String process,
        String url,
        boolean main,
        @Nullable String service) {}
