package dev.belljar.app.doctor;

import dev.belljar.contract.view.host.DoctorCheck;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/// The checks of the host: their order, how many passed, and what the clipboard gets.
final class DoctorModel {
    private List<DoctorCheck> checks = List.of();

    /// Sets the checks; false if they are the same as before.
    boolean show(List<DoctorCheck> next) {
        boolean other = !next.equals(checks);
        checks = List.copyOf(next);
        return other;
    }

    /// The checks, the worst first.
    List<DoctorCheck> ordered() {
        return checks.stream()
                .sorted(Comparator.comparingInt(check -> rank(check.level())))
                .toList();
    }

    /// The number of checks with this level.
    long count(String level) {
        return checks.stream().filter(check -> check.level().equals(level)).count();
    }

    /// The checks as lines of text, in the order of the host agent.
    String lines() {
        return checks.stream()
                .map(check -> check.level() + "\t" + check.name() + "\t" + check.detail())
                .collect(Collectors.joining("\n"));
    }

    private static int rank(String level) {
        return switch (level) {
            case "fail" -> 0;
            case "warn" -> 1;
            default -> 2;
        };
    }
}
