package dev.belljar.app.policy;

import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleBudget;
import dev.belljar.contract.policy.RuleMatch;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Writes rules in the rule language that the host agent parses.
final class RuleSyntax {
    /// Any protocol.
    static final String ANY = "any";

    private RuleSyntax() {}

    /// The complete rule as it is typed: `allow *.npmjs.org:443 tcp by /usr/bin/node upload 1048576`.
    static String typed(Rule rule) {
        StringBuilder words = new StringBuilder(word(rule.action())).append(' ').append(destination(rule.match()));
        RuleMatch match = rule.match();
        RuleBudget budget = rule.budget();
        Long until = rule.expires();
        add(words, "", match.protocol());
        add(words, "at ", match.name() == null ? null : match.address());
        add(words, "by ", match.process());
        add(words, "until ", until == null ? null : Instant.ofEpochMilli(until));
        add(words, "minutes ", budget.minutes());
        add(words, "connections ", budget.connections());
        add(words, "upload ", budget.upload());
        return words.toString();
    }

    /// The user's input as one rule. `ports`, `program` and `upload` may be empty; `any` allows any protocol.
    static String typed(String action, String destination, String ports, boolean any, String program, String upload) {
        boolean six = destination.indexOf(':') >= 0 && !destination.startsWith("[");
        String where = six && !ports.isEmpty() ? "[" + destination + "]" : destination;
        return action + " " + where + (ports.isEmpty() ? "" : ":" + ports)
                + (any ? " " + ANY : "")
                + (program.isEmpty() ? "" : " by " + program)
                + (upload.isEmpty() ? "" : " upload " + upload);
    }

    static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    static String destination(RuleMatch match) {
        String name = match.name();
        String where = name != null ? name : String.valueOf(match.address());
        boolean brackets = name == null && where.indexOf(':') >= 0 && match.ports() != null;
        return (match.methods() == null ? "" : match.methods() + " ")
                + (brackets ? "[" + where + "]" : where)
                + (match.ports() == null ? "" : ":" + match.ports())
                + (match.path() == null ? "" : match.path());
    }

    private static void add(StringBuilder words, String head, @Nullable Object value) {
        if (value != null) {
            words.append(' ').append(head).append(value);
        }
    }
}
