package dev.belljar.agent.gateway;

import dev.belljar.agent.greeting.Greeting;
import dev.belljar.agent.packet.IpAddress;
import org.jspecify.annotations.Nullable;

/// Holds a connection's first bytes against the name it was let out by.
///
/// TLS and HTTP must ask for that name, or for another that was told for the address and is allowed itself; if they
/// name nobody they are judged by address. What is neither is covered by the name's rule.
record NameCheck(Boundary boundary, Pins pins, IpAddress address) {
    /// The judgement of a connection let out as `wanted` under `decision` that begins with `greeting`; null while
    /// that does not say enough.
    @Nullable
    Judged judge(Greeting greeting, Wanted wanted, Decision decision) {
        return switch (greeting) {
            case Greeting.Undecided undecided -> null;
            case Greeting.Other other -> new Judged(wanted, decision);
            case Greeting.Broken broken -> never(wanted, decision, broken.why());
            case Greeting.Tls tls -> byName("TLS", tls.name(), wanted, decision);
            case Greeting.Http http -> byName("HTTP", http.name(), wanted, decision);
        };
    }

    private Judged byName(String protocol, @Nullable String said, Wanted wanted, Decision decision) {
        if (said != null && said.equals(wanted.name())) {
            return new Judged(wanted, decision);
        }
        if (said != null && !pins.names(address).contains(said)) {
            return never(wanted, decision, "its " + protocol + " asks for " + said);
        }
        Wanted other = wanted.named(said);
        return new Judged(other, boundary.judge(other));
    }

    private static Judged never(Wanted wanted, Decision decision, String why) {
        return new Judged(wanted, Boundary.never(decision.rule() + ", but " + why));
    }
}
