package dev.belljar.contract.policy;

import org.jspecify.annotations.Nullable;

/// What a rule is about; null means whatever it is.
///
/// `name` is exact (`example.org`), a suffix (`*.example.org`: all below it, not itself) or `*` for any name;
/// `address` an address or a range (`192.0.2.0/24`); `ports` numbers and ranges (`443,8000-8100`); `protocol` is
/// `tcp`, `udp`, `icmp`, `dns` or `any` (whatever is spoken, also what is neither TLS nor HTTP on ports 443 and 8443);
/// `process` the path of a program in the machine. At least name or address is given.
public record RuleMatch(
        @Nullable String name,
        @Nullable String address,
        @Nullable String ports,
        @Nullable String protocol,
        @Nullable String process) {}
