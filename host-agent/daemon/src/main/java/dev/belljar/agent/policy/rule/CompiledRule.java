package dev.belljar.agent.policy.rule;

import dev.belljar.agent.gateway.Destination;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleAction;
import dev.belljar.contract.policy.RuleLayer;
import dev.belljar.contract.policy.RuleMatch;
import dev.belljar.contract.text.HostServiceText;
import dev.belljar.contract.text.VisibleText;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A rule, validated and parsed for matching destinations.
///
/// A DNS query is about a name only. A rule that allows a name on any port also allows the query, otherwise the
/// rule would have no effect; a rule that denies a name on some ports or addresses only does not deny the
/// query.
public record CompiledRule(
        Rule rule,
        @Nullable NamePattern name,
        @Nullable AddressRange address,
        @Nullable PortSet ports,
        @Nullable RequestPattern request) {
    /// The protocol word for any protocol, also on ports where otherwise only TLS and HTTP may pass.
    static final String ANY = "any";

    static final Set<String> PROTOCOLS = Set.of("tcp", "udp", "icmp", "dns", ANY);
    private static final Set<String> WITH_PORTS = Set.of("tcp", "udp", ANY);
    private static final int LONGEST_PATH = 4_096;

    /// Checks every part of a rule.
    ///
    /// @throws PolicyException `policy.rule-invalid` naming the part
    public static CompiledRule of(Rule rule) throws PolicyException {
        RuleMatch match = rule.match();
        String protocol = match.protocol();
        if (protocol != null && !PROTOCOLS.contains(protocol)) {
            throw PolicyException.rule("protocol", protocol, "\"tcp\", \"udp\", \"icmp\", \"dns\" or \"any\"");
        }
        String ports = match.ports();
        if (ports != null && protocol != null && !WITH_PORTS.contains(protocol)) {
            throw PolicyException.rule("ports", ports, "none for " + protocol);
        }
        String process = match.process();
        if (process != null && (!process.startsWith("/") || process.length() > LONGEST_PATH)) {
            throw PolicyException.rule("program", process, "a full path in the guest, such as /usr/bin/node");
        }
        if (process != null && !process.codePoints().allMatch(VisibleText::is)) {
            throw PolicyException.rule(
                    "program",
                    VisibleText.line(process),
                    "a path without invisible characters or characters that change the text direction, "
                            + "shown here as ?");
        }
        String name = match.name();
        String address = match.address();
        if (name == null && address == null) {
            throw PolicyException.rule("rule", "", "a name or an address");
        }
        CompiledRule compiled = new CompiledRule(
                rule,
                name == null ? null : NamePattern.of(name),
                address == null ? null : range(address),
                ports == null ? null : PortSet.of(ports),
                RequestPattern.of(match));
        HostServiceCheck.check(rule.action(), match, compiled.name, compiled.ports);
        return compiled;
    }

    /// True if the rule is about some HTTP requests only.
    public boolean ofRequests() {
        return request != null;
    }

    private static AddressRange range(String text) throws PolicyException {
        return AddressRange.parse(text)
                .orElseThrow(() -> PolicyException.rule(
                        "address",
                        text,
                        "an address, or a range such as 192.0.2.0/24 whose bits after the prefix are zero"));
    }

    /// The layer that the rule is in.
    public RuleLayer layer() {
        return RuleLayer.of(rule.scope());
    }

    public boolean allows() {
        return rule.action() == RuleAction.ALLOW;
    }

    /// True if the rule applies to this program. A deny rule also applies to an unknown program, so that no
    /// connection escapes the rule because its process was not observed.
    private boolean matchesProgram(@Nullable String program) {
        String process = rule.match().process();
        return process == null || (program == null ? !allows() : process.equals(program));
    }

    /// True if the rule matches the destination: `to` is its literal address, `asked` its canonical name.
    public boolean matches(
            Destination destination, @Nullable AddressRange to, @Nullable String asked, @Nullable String program) {
        if (!matchesProgram(program)) {
            return false;
        }
        return destination.protocol().equals("dns")
                ? matchesQuestion(asked, destination.leads() ? to : null)
                : matchesConnection(destination, to, asked);
    }

    /// `to` is the address of the name, null while it is not known.
    private boolean matchesQuestion(@Nullable String asked, @Nullable AddressRange to) {
        boolean there = address != null && to != null && address.contains(to);
        if (name == null ? allows() || !there : asked == null || !name.matches(asked)) {
            return false;
        }
        if (ofRequests() && !allows()) {
            return false;
        }
        String protocol = rule.match().protocol();
        return allows()
                || (ports == null
                        && (address == null || there)
                        && (protocol == null || protocol.equals("dns") || protocol.equals(ANY)));
    }

    private boolean matchesConnection(Destination destination, @Nullable AddressRange to, @Nullable String asked) {
        String protocol = rule.match().protocol();
        if (ofRequests() && !destination.protocol().equals("tcp")) {
            return false;
        }
        if (protocol != null && !protocol.equals(ANY) && !protocol.equals(destination.protocol())) {
            return false;
        }
        if (ports != null && (!WITH_PORTS.contains(destination.protocol()) || !ports.contains(destination.port()))) {
            return false;
        }
        if (name != null && (asked == null || !name.matches(asked))) {
            return false;
        }
        return address == null || (to != null && address.contains(to));
    }

    /// True if the rule names an address, or a range that consists of special addresses only: special addresses
    /// are opened by such rules alone.
    boolean namesAddress() {
        return address != null && (address.single() || address.special());
    }

    /// True if the rule names a single address and no range.
    public boolean namesExactly() {
        return address != null && address.single();
    }

    /// True if the rule permits other protocols than TLS and HTTP on all ports: it says so, or it matches
    /// addresses only, so that no name is involved that could be replaced by another.
    public boolean anyProtocol() {
        return name == null || ANY.equals(rule.match().protocol());
    }

    /// True if the rule names its host names, by themselves or by their domain, and not just any name.
    public boolean namesHost() {
        return name != null && !name.any();
    }

    /// True if the rule is about this one canonical name.
    boolean namesOnly(String one) {
        return name != null && name.text().equals(one);
    }

    /// True if the rule names this address, for any name or for this one.
    public boolean names(AddressRange to, @Nullable String asked) {
        return namesAddress()
                && address != null
                && address.contains(to)
                && (name == null || (asked != null && name.matches(asked)));
    }

    /// True if the rule matches this name at this address, on any port.
    boolean places(AddressRange to, @Nullable String asked) {
        return allows() && name != null && names(to, asked);
    }

    /// True if the rule is about services of the host: it says their name, and no pattern.
    public boolean opensServices() {
        return namesOnly(HostServiceText.NAME);
    }

    public boolean expired(long now) {
        Long until = rule.expires();
        return until != null && now >= until;
    }
}
