package dev.belljar.contract.policy;

import dev.belljar.contract.event.Verdict;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What decided about a flow: the layer of the rule that did, or what decides if no rule does.
public enum RuleLayer {
    /// The user's answer for the connections that waited.
    ONCE,
    /// A rule of the sandbox.
    SANDBOX,
    /// A rule of the project.
    PROJECT,
    /// A rule of the user.
    USER,
    /// A rule of the organization.
    ORGANIZATION,
    /// The list of package registries, which the network mode allows.
    REGISTRIES,
    /// The network mode, because no rule matches.
    NETWORK_MODE,
    /// What holds whatever rules and network mode say: special addresses, traffic that is never allowed, and what the
    /// gateway answers itself.
    BUILT_IN;

    private static final Pattern OLD_RULE = Pattern.compile("\\((\\w+) rule \\w+\\)");

    /// The layer of rules with this scope.
    public static RuleLayer of(RuleScope scope) {
        return switch (scope) {
            case ONCE -> ONCE;
            case SANDBOX -> SANDBOX;
            case PROJECT -> PROJECT;
            case USER -> USER;
            case ORGANIZATION -> ORGANIZATION;
        };
    }

    /// Whether it is the layer of a rule.
    public boolean ofRule() {
        return switch (this) {
            case ONCE, SANDBOX, PROJECT, USER, ORGANIZATION -> true;
            case REGISTRIES, NETWORK_MODE, BUILT_IN -> false;
        };
    }

    /// The layer of a flow in a journal of an older version, which has it only in the words of the rule; null if they
    /// do not say it.
    public static @Nullable RuleLayer ofOldRule(
            Verdict verdict, @Nullable RefusalReason reason, @Nullable String rule) {
        Matcher by = OLD_RULE.matcher(rule == null ? "" : rule);
        if (by.find()) {
            String scope = by.group(1);
            return Arrays.stream(values())
                    .filter(layer -> layer.ofRule()
                            && layer.name().toLowerCase(Locale.ROOT).equals(scope))
                    .findFirst()
                    .orElse(null);
        }
        return switch (verdict) {
            case ALLOWED -> rule != null && rule.contains("registr") ? REGISTRIES : NETWORK_MODE;
            case HELD -> NETWORK_MODE;
            case LOCAL -> BUILT_IN;
            case REFUSED -> reason == null ? null : ofOldRefusal(reason);
        };
    }

    private static @Nullable RuleLayer ofOldRefusal(RefusalReason reason) {
        return switch (reason) {
            case NO_MATCHING_RULE, NOT_ANSWERED -> NETWORK_MODE;
            case SPECIAL_ADDRESS, NEVER_ALLOWED -> BUILT_IN;
            case DENIED_BY_USER, DENIED_BY_RULE, BUDGET_USED_UP -> null;
        };
    }
}
