package dev.belljar.agent.gateway;

import dev.belljar.agent.greeting.Greeting;
import dev.belljar.agent.packet.IpAddress;
import dev.belljar.contract.event.Verdict;
import org.jspecify.annotations.Nullable;

/// Holds a connection's first bytes against the name it was let out by.
///
/// TLS and HTTP must ask for that name, or for another that was told for the address and is allowed itself; if they
/// name nobody they are judged by address. What is neither is covered by the name's rule.
///
/// A TLS hello that carries an encrypted one is judged by address too: a server that many names share takes the one
/// inside, whatever the one outside says. Some programs always send something that looks like it (GREASE), and nobody
/// but the server can tell. Where the gateway ends the TLS itself it is let by, as it goes no further.
record NameCheck(Boundary boundary, Pins pins, IpAddress address) {
    /// The judgement of a connection let out as `wanted` under `decision` that begins with `greeting`; null while
    /// that does not say enough.
    @Nullable
    Judged judge(Greeting greeting, Wanted wanted, Decision decision) {
        return switch (greeting) {
            case Greeting.Undecided undecided -> null;
            case Greeting.Other other -> new Judged(wanted, decision);
            case Greeting.Broken broken -> never(wanted, decision, broken.why());
            case Greeting.Tls tls when tls.encrypted() && !ends(tls.name()) -> hidden(wanted, decision);
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

    private boolean ends(@Nullable String name) {
        return name != null && boundary.policy().inspector().ends(name);
    }

    private Judged hidden(Wanted wanted, Decision decision) {
        Wanted nameless = wanted.named(null);
        Decision byAddress = boundary.judge(nameless);
        return byAddress.verdict() == Verdict.REFUSED
                ? never(
                        wanted,
                        decision,
                        "its TLS hello is encrypted (ECH) and may be for any server, so its address is judged ("
                                + byAddress.rule() + "): allow " + address
                                + ", have the name looked into, or switch ECH off in the program")
                : new Judged(nameless, byAddress);
    }

    private static Judged never(Wanted wanted, Decision decision, String why) {
        return new Judged(wanted, Boundary.never(decision.rule() + ", but " + why));
    }
}
