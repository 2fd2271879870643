package dev.belljar.app.network;

import dev.belljar.app.text.Texts;
import dev.belljar.contract.policy.RefusalReason;
import dev.belljar.contract.view.network.FlowRow;
import org.jspecify.annotations.Nullable;

/// The outcome of a flow and its reason, as far as the recorded text names it.
enum FlowOutcome {
    ALLOWED,
    WAITING,
    /// The user denied it.
    BY_YOU,
    /// A rule denies it.
    BY_RULE,
    /// The approval was not answered in time.
    TIMED_OUT,
    /// No rule allows it, and the network mode blocks everything else.
    NO_RULE,
    /// The budget of the rule that allows it is used up.
    BUDGET,
    /// A private or special address, which is reachable only if a rule names it.
    PRIVATE,
    /// Never allowed: traffic that is not IP, other name servers, or any traffic if the policy cannot be
    /// read.
    BOUNDARY,
    INTERNAL;

    private static final Texts TEXTS = Texts.of(FlowOutcome.class);

    /// The verdict in one word.
    String verdict() {
        return switch (this) {
            case ALLOWED -> TEXTS.get("network.verdict.allowed");
            case WAITING -> TEXTS.get("network.verdict.waiting");
            case INTERNAL -> TEXTS.get("network.verdict.internal");
            case BY_YOU, BY_RULE, TIMED_OUT, NO_RULE, BUDGET, PRIVATE, BOUNDARY -> TEXTS.get("network.verdict.blocked");
        };
    }

    /// The reason, in two or three words.
    String reason() {
        return TEXTS.get(this);
    }

    /// True if it was blocked.
    boolean blocked() {
        return this != ALLOWED && this != WAITING && this != INTERNAL;
    }

    static FlowOutcome of(FlowRow flow) {
        return switch (flow.verdict()) {
            case ALLOWED -> ALLOWED;
            case HELD -> WAITING;
            case LOCAL -> INTERNAL;
            case REFUSED -> blocked(flow.reason());
        };
    }

    private static FlowOutcome blocked(@Nullable RefusalReason reason) {
        return switch (reason) {
            case null -> BOUNDARY;
            case DENIED_BY_USER -> BY_YOU;
            case DENIED_BY_RULE -> BY_RULE;
            case NOT_ANSWERED -> TIMED_OUT;
            case NO_MATCHING_RULE -> NO_RULE;
            case BUDGET_USED_UP -> BUDGET;
            case SPECIAL_ADDRESS -> PRIVATE;
            case NEVER_ALLOWED -> BOUNDARY;
        };
    }
}
