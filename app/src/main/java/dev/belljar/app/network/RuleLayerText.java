package dev.belljar.app.network;

import dev.belljar.app.text.Texts;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.view.network.FlowRow;

/// Names what decided about a flow in one or two words: a layer of rules, or built in.
final class RuleLayerText {
    private static final Texts TEXTS = Texts.of(RuleLayerText.class);

    private RuleLayerText() {}

    static String of(FlowRow flow) {
        return switch (flow.layer()) {
            case null -> "";
            case ONCE -> TEXTS.get("layer.once");
            case SANDBOX -> TEXTS.get("layer.sandbox");
            case PROJECT -> TEXTS.get("layer.project");
            case USER -> TEXTS.get("layer.user");
            case ORGANIZATION -> TEXTS.get("layer.organization");
            case REGISTRIES -> TEXTS.get("layer.registries");
            // The column of verdicts says the rest.
            case NETWORK_MODE -> flow.verdict() == Verdict.ALLOWED ? FlowOutcome.NO_RULE.reason() : "";
            case BUILT_IN -> flow.verdict() == Verdict.REFUSED ? TEXTS.get("layer.built-in") : "";
        };
    }
}
