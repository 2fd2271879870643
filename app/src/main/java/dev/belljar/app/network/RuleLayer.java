package dev.belljar.app.network;

import dev.belljar.app.text.Texts;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.view.network.FlowRow;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Names the origin of the decision about a flow in one or two words: a layer of rules, or built in.
final class RuleLayer {
    private static final Texts TEXTS = Texts.of(RuleLayer.class);
    private static final Pattern BY_RULE = Pattern.compile("\\((\\w+) rule \\w+\\)");

    private RuleLayer() {}

    static String of(FlowRow flow) {
        String rule = flow.rule() == null ? "" : flow.rule();
        Matcher by = BY_RULE.matcher(rule);
        if (by.find()) {
            return layer(by.group(1));
        }
        return switch (FlowOutcome.of(flow)) {
            case ALLOWED -> rule.contains("registr") ? TEXTS.get("layer.registries") : FlowOutcome.NO_RULE.reason();
            case PRIVATE, BOUNDARY -> TEXTS.get("layer.built-in");
            case WAITING, BY_YOU, BY_RULE, TIMED_OUT, NO_RULE, BUDGET, INTERNAL -> "";
        };
    }

    /// The name of a recorded layer for the user; a layer unknown to this window keeps its recorded name.
    private static String layer(String name) {
        for (RuleScope scope : RuleScope.values()) {
            if (scope.name().toLowerCase(Locale.ROOT).equals(name)) {
                return switch (scope) {
                    case ONCE -> TEXTS.get("layer.once");
                    case SANDBOX -> TEXTS.get("layer.sandbox");
                    case PROJECT -> TEXTS.get("layer.project");
                    case USER -> TEXTS.get("layer.user");
                    case ORGANIZATION -> TEXTS.get("layer.organization");
                };
            }
        }
        return name;
    }
}
