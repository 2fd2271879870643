package dev.belljar.app.policy;

import dev.belljar.app.state.VisibleGuestText;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleBudget;
import dev.belljar.contract.policy.RuleMatch;
import dev.belljar.contract.text.ByteCount;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Rules in words: those the host agent reads again, and those people read.
final class RuleDescription {
    private static final String ANY = "any";
    private static final int LONG = 160;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("d MMM HH:mm", Locale.ENGLISH);

    private RuleDescription() {}

    /// The whole rule as it is typed: `allow *.npmjs.org:443 tcp by /usr/bin/node upload 1048576`.
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

    /// What a person types, as one rule; `ports` and the rest may be empty. `any` for whatever is spoken.
    static String typed(String action, String destination, String ports, boolean any, String program, String upload) {
        boolean six = destination.indexOf(':') >= 0 && !destination.startsWith("[");
        String where = six && !ports.isEmpty() ? "[" + destination + "]" : destination;
        return action + " " + where + (ports.isEmpty() ? "" : ":" + ports)
                + (any ? " " + ANY : "")
                + (program.isEmpty() ? "" : " by " + program)
                + (upload.isEmpty() ? "" : " upload " + upload);
    }

    /// The destination, safe to show.
    static String target(Rule rule) {
        return VisibleGuestText.name(destination(rule.match()), LONG);
    }

    /// What narrows a rule, each in a few words.
    static List<String> limits(Rule rule, ZoneId zone) {
        List<String> limits = new ArrayList<>();
        RuleMatch match = rule.match();
        RuleBudget budget = rule.budget();
        add(limits, "", ANY.equals(match.protocol()) ? "any protocol" : match.protocol());
        add(limits, "at ", match.name() == null ? null : match.address());
        add(limits, "by ", match.process());
        Long until = rule.expires();
        add(
                limits,
                "until ",
                until == null ? null : TIME.format(Instant.ofEpochMilli(until).atZone(zone)));
        add(limits, "", budget.minutes() == null ? null : budget.minutes() + " min");
        add(limits, "", budget.connections() == null ? null : budget.connections() + " connections");
        add(limits, "", budget.upload() == null ? null : ByteCount.of(budget.upload()) + " up");
        return limits;
    }

    static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static String destination(RuleMatch match) {
        String name = match.name();
        String where = name != null ? name : String.valueOf(match.address());
        boolean brackets = name == null && where.indexOf(':') >= 0 && match.ports() != null;
        return (brackets ? "[" + where + "]" : where) + (match.ports() == null ? "" : ":" + match.ports());
    }

    private static void add(StringBuilder words, String head, @org.jspecify.annotations.Nullable Object value) {
        if (value != null) {
            words.append(' ').append(head).append(value);
        }
    }

    private static void add(List<String> limits, String head, @org.jspecify.annotations.Nullable Object value) {
        if (value != null) {
            limits.add(VisibleGuestText.shown(head + value, LONG));
        }
    }
}
