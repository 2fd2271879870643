package dev.belljar.app.policy;

import dev.belljar.app.text.Texts;
import dev.belljar.app.text.VisibleGuestText;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleBudget;
import dev.belljar.contract.policy.RuleMatch;
import dev.belljar.contract.text.ByteCount;
import dev.belljar.contract.text.HostServiceText;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Describes rules in words for the user.
final class RuleDescription {
    private static final Texts TEXTS = Texts.of(RuleDescription.class);
    private static final int LONG = 160;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern(TEXTS.get("rule.time"), Locale.ENGLISH);

    private RuleDescription() {}

    /// The destination, safe to show.
    static String target(Rule rule) {
        return VisibleGuestText.name(RuleSyntax.destination(rule.match()), LONG);
    }

    /// The limits of a rule, each in a few words.
    static List<String> limits(Rule rule, ZoneId zone) {
        List<String> limits = new ArrayList<>();
        RuleMatch match = rule.match();
        RuleBudget budget = rule.budget();
        String protocol = match.protocol();
        if (protocol != null) {
            add(limits, RuleSyntax.ANY.equals(protocol) ? TEXTS.get("rule.limit.any") : protocol);
        }
        String at = match.name() == null ? null : match.address();
        if (at != null) {
            add(limits, TEXTS.get("rule.limit.at", at));
        }
        String by = match.process();
        if (by != null) {
            add(limits, TEXTS.get("rule.limit.by", by));
        }
        String service = HostServiceText.words(match.name(), match.ports());
        if (service != null) {
            add(limits, service);
        }
        Long until = rule.expires();
        if (until != null) {
            add(
                    limits,
                    TEXTS.get(
                            "rule.limit.until",
                            TIME.format(Instant.ofEpochMilli(until).atZone(zone))));
        }
        budget(limits, budget);
        return limits;
    }

    private static void budget(List<String> limits, RuleBudget budget) {
        Integer minutes = budget.minutes();
        if (minutes != null) {
            add(limits, TEXTS.get("rule.limit.minutes", minutes));
        }
        Integer connections = budget.connections();
        if (connections != null) {
            add(limits, TEXTS.get("rule.limit.connections", connections));
        }
        Long upload = budget.upload();
        if (upload != null) {
            add(limits, TEXTS.get("rule.limit.upload", ByteCount.of(upload)));
        }
    }

    private static void add(List<String> limits, String limit) {
        limits.add(VisibleGuestText.shown(limit, LONG));
    }
}
