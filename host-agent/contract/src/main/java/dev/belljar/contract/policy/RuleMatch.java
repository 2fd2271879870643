package dev.belljar.contract.policy;

import org.jspecify.annotations.Nullable;

/// The destinations and programs that a rule matches; a null field matches all.
///
/// `name` is exact (`example.org`), a suffix (`*.example.org`: its subdomains, not itself) or `*` for any name;
/// `address` an address or a range (`192.0.2.0/24`); `ports` numbers and ranges (`443,8000-8100`); `protocol` is
/// `tcp`, `udp`, `icmp`, `dns` or `any` (any protocol, also other protocols than TLS and HTTP on ports 443 and
/// 8443);
/// `process` the path of a program in the machine. At least name or address is given.
///
/// With `methods` (`GET,HEAD`) or `path` (`/acme/*`) the rule is about HTTP requests to a name, and about connections
/// to it only as far as they are inspected.
/// `HostServiceText` has the name for services of the host, which a pattern does not match.
public record RuleMatch(
        @Nullable String name,
        @Nullable String address,
        @Nullable String ports,
        @Nullable String protocol,
        @Nullable String process,
        @Nullable String methods,
        @Nullable String path) {
    /// A match of whole connections.
    public RuleMatch(
            @Nullable String name,
            @Nullable String address,
            @Nullable String ports,
            @Nullable String protocol,
            @Nullable String process) {
        this(name, address, ports, protocol, process, null, null);
    }

    /// Whether it matches some HTTP requests only.
    public boolean ofRequests() {
        return methods != null || path != null;
    }
}
