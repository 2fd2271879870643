package dev.belljar.app.inbox;

import dev.belljar.contract.policy.Action;
import dev.belljar.contract.policy.Budget;
import dev.belljar.contract.policy.Scope;
import dev.belljar.contract.request.AnswerApproval;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// An answer while a person makes it up: for whom, and within which bounds. Bounds hold for what is allowed only.
final class AnswerModel {
    /// For whom an answer can be, as the choices stand side by side.
    static final List<Scope> SCOPES = List.of(Scope.ONCE, Scope.SANDBOX, Scope.PROJECT, Scope.USER);

    private Scope scope = Scope.SANDBOX;
    private String minutes = "";
    private String connections = "";
    private String upload = "";
    private String ports = "";
    private String at = "";

    void scope(Scope next) {
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

    Scope scope() {
        return scope;
    }

    /// What is wrong with the bounds as they stand, in words for the person.
    Optional<String> complaint() {
        if (bad(minutes, 60 * 24 * 366)) {
            return Optional.of("Minutes: a whole number from 1 to 527,040, or nothing for without end.");
        } else if (bad(connections, Integer.MAX_VALUE)) {
            return Optional.of("Connections: a whole number from 1, or nothing for without end.");
        } else if (!upload.isEmpty() && bytes(upload) == null) {
            return Optional.of("Upload: bytes such as 500K, 10M or 1G, or nothing for without end.");
        } else if (!ports.isEmpty() && !ports.matches("any|[0-9]+(-[0-9]+)?(,[0-9]+(-[0-9]+)?)*")) {
            return Optional.of("Ports: numbers and ranges such as 443 or 80,8000-8100, or any.");
        } else if (!at.isEmpty() && !at.matches("[0-9a-fA-F.:]+(/[0-9]{1,3})?")) {
            return Optional.of("At address: an address such as 10.0.0.5, or a range such as 10.0.0.0/24.");
        }
        return Optional.empty();
    }

    /// The answer as it stands; without its bounds where they are wrong is never asked for.
    AnswerApproval of(Action action) {
        return of(action, scope);
    }

    /// The same for somebody else.
    AnswerApproval of(Action action, Scope whom) {
        Budget budget = action == Action.DENY
                ? Budget.NONE
                : new Budget(number(minutes), number(connections), upload.isEmpty() ? null : bytes(upload));
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
