package dev.belljar.agent.refusal;

import dev.belljar.agent.gateway.Destination;
import dev.belljar.agent.policy.rule.HostName;
import dev.belljar.contract.policy.RefusalReason;
import dev.belljar.contract.policy.RuleLayer;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a guest is told about a refusal: why, what decided, and what can be done.
///
/// The sentences depend on the reason and the layer only. The words of a rule are not passed on: a rule of the user or
/// the organization is about other sandboxes too, and a policy that cannot be read is described with paths of the host.
record RefusalText(String sandbox) {
    private static final Set<Integer> WEB = Set.of(80, 443);
    private static final String ASK = "Ask the person to run on their computer: belljar ";

    static String why(RefusalReason reason) {
        return switch (reason) {
            case DENIED_BY_USER -> "The person was asked and answered no.";
            case DENIED_BY_RULE -> "A rule denies it.";
            case NOT_ANSWERED -> "The person was asked, but nobody answered in time.";
            case NO_MATCHING_RULE -> "No rule allows it, and the network mode blocks what no rule allows.";
            case BUDGET_USED_UP -> "The rule that allows it has a limit, which is used up.";
            case SPECIAL_ADDRESS -> "The address is private or special, and only a rule that names it allows it.";
            case NEVER_ALLOWED ->
                "The network of the sandbox does not allow it, whatever name or address it is for:"
                        + " for example, a protocol other than TLS or HTTP on port 443, or an encrypted TLS ClientHello.";
        };
    }

    /// What decided, in words.
    static String decided(@Nullable RuleLayer layer) {
        return switch (layer) {
            case null -> "unknown";
            case ONCE -> "the person's answer";
            case SANDBOX -> "a rule for this sandbox";
            case PROJECT -> "a rule for this project";
            case USER -> "a rule for all projects";
            case ORGANIZATION -> "a rule of the organization";
            case REGISTRIES, NETWORK_MODE -> "the network mode";
            case BUILT_IN -> "a fixed limit of Belljar";
        };
    }

    /// What can be done about the refusal of a destination; `known` is false if it has neither a name nor an address.
    String help(RefusalReason reason, Destination destination, boolean known) {
        String allow = known && nameable(destination)
                ? ASK + "policy add " + sandbox + " '" + rule(destination, reason == RefusalReason.SPECIAL_ADDRESS)
                        + "'"
                : null;
        String look = ASK + "net " + sandbox;
        return switch (reason) {
            case DENIED_BY_USER ->
                "Do not try to reach it in another way. If you cannot do without it, tell the person why.";
            case DENIED_BY_RULE ->
                "Do not try to reach it in another way. The person can see the rule with: belljar policy show "
                        + sandbox;
            case NOT_ANSWERED ->
                allow == null ? "Try again when the person is there." : "Try again when the person is there. " + allow;
            case NO_MATCHING_RULE, SPECIAL_ADDRESS -> allow == null ? look : allow;
            case BUDGET_USED_UP -> ASK + "policy show " + sandbox + ", and to add the rule again if it is still needed";
            case NEVER_ALLOWED -> look + ", which shows the exact reason";
        };
    }

    /// What can be done while the person is asked.
    static String waiting() {
        return "Wait: the connection continues when the person allows it. They see the question in Belljar's window, or"
                + " with: belljar approvals";
    }

    private static boolean nameable(Destination destination) {
        String name = destination.name();
        return name == null || HostName.canonical(name).isPresent();
    }

    private static String rule(Destination destination, boolean special) {
        String name = destination.name();
        String plain = destination.namingRule().replace("`", "");
        if (name == null || special) {
            return plain;
        }
        boolean web = destination.protocol().equals("dns") || WEB.contains(destination.port());
        return web ? "allow " + name : "allow %s:%d %s".formatted(name, destination.port(), destination.protocol());
    }
}
