package dev.belljar.agent.policy;

import dev.belljar.agent.gateway.Destination;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleAction;
import dev.belljar.contract.policy.RuleMatch;
import dev.belljar.contract.text.VisibleText;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A rule ready to be held against destinations.
///
/// A DNS question is about a name only. A rule that allows a name, to whatever port, allows its question too, or
/// the rule would be of no use; a rule that denies a name on some ports or addresses only does not deny the
/// question.
record CompiledRule(
        Rule rule,
        @Nullable NamePattern name,
        @Nullable AddressRange address,
        @Nullable PortSet ports) {
    /// The word for whatever is spoken, also where TLS and HTTP alone may pass without it.
    static final String ANY = "any";

    static final Set<String> PROTOCOLS = Set.of("tcp", "udp", "icmp", "dns", ANY);
    private static final Set<String> WITH_PORTS = Set.of("tcp", "udp", ANY);
    private static final int LONGEST_PATH = 4_096;

    /// Checks every part of a rule.
    ///
    /// @throws PolicyException `policy.rule-invalid` naming the part
    static CompiledRule of(Rule rule) throws PolicyException {
        RuleMatch match = rule.match();
        String protocol = match.protocol();
        if (protocol != null && !PROTOCOLS.contains(protocol)) {
            throw PolicyException.rule("protocol", protocol, "tcp, udp, icmp, dns or any");
        }
        String ports = match.ports();
        if (ports != null && protocol != null && !WITH_PORTS.contains(protocol)) {
            throw PolicyException.rule("ports", ports, "none for " + protocol);
        }
        String process = match.process();
        if (process != null && (!process.startsWith("/") || process.length() > LONGEST_PATH)) {
            throw PolicyException.rule("program", process, "its full path in the machine, such as /usr/bin/node");
        }
        if (process != null && !process.codePoints().allMatch(VisibleText::is)) {
            throw PolicyException.rule(
                    "program",
                    VisibleText.line(process),
                    "a path without invisible characters and characters that change the direction of text, which stand"
                            + " here as ?");
        }
        String name = match.name();
        String address = match.address();
        if (name == null && address == null) {
            throw PolicyException.rule("rule", "", "a name or an address");
        }
        return new CompiledRule(
                rule,
                name == null ? null : NamePattern.of(name),
                address == null ? null : range(address),
                ports == null ? null : PortSet.of(ports));
    }

    private static AddressRange range(String text) throws PolicyException {
        return AddressRange.parse(text)
                .orElseThrow(() -> PolicyException.rule(
                        "address", text, "an address, or a range whose bits behind the prefix are zero"));
    }

    boolean allows() {
        return rule.action() == RuleAction.ALLOW;
    }

    /// True when it speaks of this program. Of one that is not known a rule that denies speaks too: nothing gets
    /// past it by not being seen.
    private boolean matchesProgram(@Nullable String program) {
        String process = rule.match().process();
        return process == null || (program == null ? !allows() : process.equals(program));
    }

    /// True when it speaks of this: `to` is the destination's literal address, `asked` its canonical name.
    boolean matches(Destination wanted, @Nullable AddressRange to, @Nullable String asked, @Nullable String program) {
        if (!matchesProgram(program)) {
            return false;
        }
        return wanted.protocol().equals("dns")
                ? matchesQuestion(asked, wanted.leads() ? to : null)
                : matchesConnection(wanted, to, asked);
    }

    /// `to` is where the name is known to lead, null before that.
    private boolean matchesQuestion(@Nullable String asked, @Nullable AddressRange to) {
        boolean there = address != null && to != null && address.contains(to);
        if (name == null ? allows() || !there : asked == null || !name.matches(asked)) {
            return false;
        }
        String protocol = rule.match().protocol();
        return allows()
                || (ports == null
                        && (address == null || there)
                        && (protocol == null || protocol.equals("dns") || protocol.equals(ANY)));
    }

    private boolean matchesConnection(Destination wanted, @Nullable AddressRange to, @Nullable String asked) {
        String protocol = rule.match().protocol();
        if (protocol != null && !protocol.equals(ANY) && !protocol.equals(wanted.protocol())) {
            return false;
        }
        if (ports != null && (!WITH_PORTS.contains(wanted.protocol()) || !ports.contains(wanted.port()))) {
            return false;
        }
        if (name != null && (asked == null || !name.matches(asked))) {
            return false;
        }
        return address == null || (to != null && address.contains(to));
    }

    /// True when a person wrote this very address, or a range of nothing but special ones: only that opens them.
    boolean namesAddress() {
        return address != null && (address.single() || address.special());
    }

    /// True when a person wrote this very address, and no range.
    boolean namesExactly() {
        return address != null && address.single();
    }

    /// True when what it allows may be neither TLS nor HTTP on any port: it says so, or is about addresses alone, where
    /// no name is asked for that could be another.
    boolean anyProtocol() {
        return name == null || ANY.equals(rule.match().protocol());
    }

    /// True when it names this address, for whatever name or for this one.
    boolean names(AddressRange to, @Nullable String asked) {
        return namesAddress()
                && address != null
                && address.contains(to)
                && (name == null || (asked != null && name.matches(asked)));
    }

    /// True when it is about this name at this address, on whatever port.
    boolean places(AddressRange to, @Nullable String asked) {
        return allows() && name != null && names(to, asked);
    }

    boolean expired(long now) {
        Long until = rule.expires();
        return until != null && now >= until;
    }
}
