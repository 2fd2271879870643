package dev.belljar.app.policy;

import dev.belljar.app.text.ProblemText;
import dev.belljar.app.text.Texts;
import dev.belljar.contract.problem.Problem;
import java.util.Optional;

/// A rule as the user enters it: how it is written, and which field is wrong.
final class RuleModel {
    private static final Texts TEXTS = Texts.of(RuleModel.class);

    /// The fields that narrow a rule.
    enum RuleField {
        DESTINATION,
        PORTS,
        PROGRAM,
        UPLOAD
    }

    /// A destination and its ports; the ports may be empty.
    record RuleTarget(String destination, String ports) {}

    private RuleModel() {}

    /// Splits a proposed destination, `name:port`. An IPv6 address contains more than one colon and is not split.
    static RuleTarget proposed(String destination) {
        int colon = destination.lastIndexOf(':');
        boolean port = colon > 0 && destination.indexOf(':') == colon;
        return port
                ? new RuleTarget(destination.substring(0, colon), destination.substring(colon + 1))
                : new RuleTarget(destination, "");
    }

    /// Why this is no destination; empty if it may be one. Each word after a destination narrows the rule, so a name
    /// that contains a blank would make a different rule.
    static Optional<String> complaint(String destination) {
        return destination.isEmpty() || destination.matches(".*\\s.*")
                ? Optional.of(TEXTS.get("rule.form.bad.destination"))
                : Optional.empty();
    }

    /// The field that the host agent refused.
    static RuleField wrong(Problem problem) {
        return switch (problem.field()) {
            case "ports" -> RuleField.PORTS;
            case "program", "by" -> RuleField.PROGRAM;
            case "upload" -> RuleField.UPLOAD;
            case null, default -> RuleField.DESTINATION;
        };
    }

    /// Why the host agent refused the rule.
    static String refusal(Problem problem) {
        String hint = ProblemText.hint(problem);
        return hint == null
                ? TEXTS.get("rule.form.failed", ProblemText.detail(problem))
                : TEXTS.get("rule.form.failed.hint", ProblemText.detail(problem), hint);
    }
}
