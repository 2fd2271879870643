package dev.belljar.app.network;

import dev.belljar.contract.view.FlowRow;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What became of a flow, and who decided it, as far as the record's words tell.
enum FlowOutcome {
    ALLOWED("allowed"),
    HELD("held"),
    /// By a rule, or by a person.
    DENIED("denied"),
    /// Nobody answered in time.
    UNANSWERED("no answer"),
    /// The preset lets through only what a rule allows.
    REFUSED("refused"),
    /// By what no rule opens by accident: private addresses, the host, other name servers.
    BOUNDARY("boundary"),
    LOCAL("local");

    private static final Pattern BY_RULE = Pattern.compile("(.*) \\((\\w+) rule \\w+\\)");

    private final String word;

    FlowOutcome(String word) {
        this.word = word;
    }

    /// The word of the verdict column.
    String word() {
        return word;
    }

    /// Whether it did not get out.
    boolean stopped() {
        return this == DENIED || this == UNANSWERED || this == REFUSED || this == BOUNDARY;
    }

    /// Why, with the layer first where a rule decided: what a rule names stands in the row already.
    static String why(String rule) {
        Matcher by = BY_RULE.matcher(rule);
        return by.matches() ? by.group(2) + ": " + by.group(1).replaceFirst("^(allow|deny) ", "") : rule;
    }

    static FlowOutcome of(FlowRow flow) {
        return switch (flow.verdict()) {
            case ALLOWED -> ALLOWED;
            case HELD -> HELD;
            case LOCAL -> LOCAL;
            case REFUSED -> refused(flow.rule() == null ? "" : flow.rule());
        };
    }

    private static FlowOutcome refused(String rule) {
        if (rule.startsWith("deny ") || rule.startsWith("denied ")) {
            return DENIED;
        } else if (rule.startsWith("nobody answered")) {
            return UNANSWERED;
        } else if (rule.startsWith("closed:") || rule.startsWith("registries only:") || rule.startsWith("the budget")) {
            return REFUSED;
        }
        return BOUNDARY;
    }
}
