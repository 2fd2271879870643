package dev.belljar.contract.policy;

import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Why a flow was refused.
public enum RefusalReason {
    /// The user denied it.
    DENIED_BY_USER("denied by you"),
    /// A rule denies it.
    DENIED_BY_RULE("deny "),
    /// The user did not answer in time.
    NOT_ANSWERED("nobody answered in time"),
    /// The network mode refuses destinations without a rule.
    NO_MATCHING_RULE("no matching rule"),
    /// The budget of the rule that allows it is used up.
    BUDGET_USED_UP("budget is used up"),
    /// A private or special address, which only a rule that names it allows.
    SPECIAL_ADDRESS("private or special address"),
    /// Any other reason: traffic that is never allowed, or a policy that cannot be read.
    NEVER_ALLOWED("");

    private final String phrase;

    RefusalReason(String phrase) {
        this.phrase = phrase;
    }

    /// The phrase for this reason in the `rule` of a flow.
    public String phrase() {
        return phrase;
    }

    /// The reason of a refused flow in a journal of an older version, which has it only in the words of the rule;
    /// null if it has no rule.
    public static RefusalReason ofOldRule(@Nullable String rule) {
        if (rule == null) {
            return NEVER_ALLOWED;
        }
        // Only a rule that begins with them is a denial: rules and names that follow could contain the words.
        return Stream.of(DENIED_BY_USER, DENIED_BY_RULE)
                .filter(denial -> rule.startsWith(denial.phrase))
                .findFirst()
                .orElseGet(
                        () -> Stream.of(NOT_ANSWERED, NO_MATCHING_RULE, BUDGET_USED_UP, SPECIAL_ADDRESS, NEVER_ALLOWED)
                                .filter(other -> rule.contains(other.phrase))
                                .findFirst()
                                .orElse(NEVER_ALLOWED));
    }
}
