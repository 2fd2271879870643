package dev.belljar.contract.policy;

import org.jspecify.annotations.Nullable;

/// The destinations and programs that a rule matches; a null field matches all.
///
/// `name` is exact (`example.org`), a suffix (`*.example.org`: its subdomains, not itself) or `*` for any name;
/// `address` an address or a range (`192.0.2.0/24`); `ports` numbers and ranges (`443,8000-8100`); `protocol` is
/// `tcp`, `udp`, `icmp`, `dns` or `any` (any protocol, also other protocols than TLS and HTTP on ports 443 and
/// 8443);
/// `process` the path of a program in the machine. At least name or address is given.
/// `HostServiceText` has the name for services of the host, which a pattern does not match.
public record RuleMatch(
        @Nullable String name,
        @Nullable String address,
        @Nullable String ports,
        @Nullable String protocol,
        @Nullable String process) {}
