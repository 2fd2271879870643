package dev.belljar.app.approvals;

import dev.belljar.app.text.Texts;
import dev.belljar.contract.policy.RuleAction;
import dev.belljar.contract.policy.RuleBudget;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.request.policy.AnswerApproval;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// An answer while the user enters it: its scope and its limits. Limits apply only to *allow*.
final class AnswerModel {
    private static final Texts TEXTS = Texts.of(AnswerModel.class);

    /// The scopes of an answer, in the order of the buttons.
    static final List<RuleScope> SCOPES = List.of(RuleScope.ONCE, RuleScope.SANDBOX, RuleScope.PROJECT, RuleScope.USER);

    private RuleScope scope = RuleScope.SANDBOX;
    private String minutes = "";
    private String connections = "";
    private String upload = "";
    private String ports = "";
    private String at = "";

    void scope(RuleScope next) {
        scope = next;
    }

    void minutes(String words) {
        minutes = words.strip();
    }

    void connections(String words) {
        connections = words.strip();
    }

    void upload(String words) {
        upload = words.strip();
    }

    void ports(String words) {
        ports = words.strip();
    }

    void at(String words) {
        at = words.strip();
    }

    RuleScope scope() {
        return scope;
    }

    /// The error in the limits as text for the user; empty if they are valid.
    Optional<String> complaint() {
        if (bad(minutes, 60 * 24 * 366)) {
            return Optional.of(TEXTS.get("answer.bad.minutes"));
        } else if (bad(connections, Integer.MAX_VALUE)) {
            return Optional.of(TEXTS.get("answer.bad.connections"));
        } else if (!upload.isEmpty() && bytes(upload) == null) {
            return Optional.of(TEXTS.get("answer.bad.upload"));
        } else if (!ports.isEmpty() && !ports.matches("any|[0-9]+(-[0-9]+)?(,[0-9]+(-[0-9]+)?)*")) {
            return Optional.of(TEXTS.get("answer.bad.ports"));
        } else if (!at.isEmpty() && !at.matches("[0-9a-fA-F.:]+(/[0-9]{1,3})?")) {
            return Optional.of(TEXTS.get("answer.bad.at"));
        }
        return Optional.empty();
    }

    /// The answer with the current input. To allow, all limits must be valid.
    AnswerApproval of(RuleAction action) {
        return of(action, scope);
    }

    /// The answer with another scope.
    AnswerApproval of(RuleAction action, RuleScope whom) {
        if (action == RuleAction.DENY) {
            return new AnswerApproval(action, whom, null, null);
        }
        RuleBudget budget =
                new RuleBudget(number(minutes), number(connections), upload.isEmpty() ? null : bytes(upload));
        return new AnswerApproval(action, whom, budget.none() ? null : budget, given(ports), given(at));
    }

    private static @Nullable String given(String words) {
        return words.isEmpty() ? null : words;
    }

    private static boolean bad(String words, int most) {
        Integer number = number(words);
        return !words.isEmpty() && (number == null || number < 1 || number > most);
    }

    private static @Nullable Integer number(String words) {
        return words.matches("[0-9]{1,9}") ? Integer.valueOf(words) : null;
    }

    private static @Nullable Long bytes(String words) {
        String upper = words.toUpperCase(Locale.ROOT);
        if (!upper.matches("[1-9][0-9]{0,8}[KMG]?")) {
            return null;
        }
        int shift = switch (upper.charAt(upper.length() - 1)) {
            case 'K' -> 10;
            case 'M' -> 20;
            case 'G' -> 30;
            default -> 0;
        };
        return Long.parseLong(shift == 0 ? upper : upper.substring(0, upper.length() - 1)) << shift;
    }
}
