package dev.belljar.agent.policy.rule;

import dev.belljar.contract.policy.RuleAction;
import dev.belljar.contract.policy.RuleMatch;
import dev.belljar.contract.text.HostServiceText;
import org.jspecify.annotations.Nullable;

/// Checks rules that open services of the host: they name the service and each of its ports, and nothing wider.
final class HostServiceCheck {
    private static final String ANY = "any";

    private HostServiceCheck() {}

    /// Checks what a rule says besides the name, if it opens services of the host.
    ///
    /// @throws PolicyException `policy.rule-invalid` naming the part
    static void check(RuleAction action, RuleMatch match, @Nullable NamePattern name, @Nullable PortSet ports)
            throws PolicyException {
        if (name == null || !name.text().equals(HostServiceText.NAME) || action != RuleAction.ALLOW) {
            return;
        }
        String address = match.address();
        if (address != null) {
            throw PolicyException.rule(
                    "at", address, "no address, because " + HostServiceText.NAME + " is this computer");
        }
        String protocol = match.protocol();
        if (protocol != null && !protocol.equals("tcp") && !protocol.equals(ANY)) {
            throw PolicyException.rule("protocol", protocol, "\"tcp\" or \"any\" for a service of this computer");
        }
        if (ports == null || ports.ranges().stream().anyMatch(range -> range.from() != range.to())) {
            throw PolicyException.rule(
                    "ports",
                    ports == null ? "" : ports.text(),
                    "each port of this computer listed individually, such as " + HostServiceText.NAME + ":5432");
        }
    }
}
