package dev.belljar.app.doctor;

import dev.belljar.app.text.Texts;
import dev.belljar.contract.view.host.DoctorCheck;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/// The checks of the host: their order, how many passed, and what the clipboard gets.
final class DoctorModel {
    private static final Texts TEXTS = Texts.of(DoctorModel.class);

    /// What the window can do about a failed check itself. Everything else needs root or a terminal, so the user
    /// copies the command.
    enum CheckFix {
        NONE,
        BUILD_IMAGE,
        REFRESH_IMAGE,
        ACCEPT_EMULATION,
        SHOW_STORAGE,
        CHECK_AGAIN,
        COPY_COMMAND
    }

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

    /// Whether this computer is ready, in a sentence.
    String verdict() {
        long failed = count("fail");
        return failed > 0 ? TEXTS.get("doctor.verdict.failed", failed) : TEXTS.get("doctor.verdict.ready");
    }

    /// The checks as lines of text, in the order of the host agent.
    String lines() {
        return checks.stream()
                .map(check -> check.level() + "\t" + check.name() + "\t" + check.detail())
                .collect(Collectors.joining("\n"));
    }

    /// What the window does in place of the command that a check proposes. If a failed check proposes none, the host
    /// agent itself goes on trying.
    static CheckFix fix(DoctorCheck check) {
        return switch (check.remedy()) {
            case null -> withoutRemedy(check);
            case BUILD_IMAGE -> CheckFix.BUILD_IMAGE;
            case REFRESH_IMAGE -> CheckFix.REFRESH_IMAGE;
            case ACCEPT_EMULATION -> CheckFix.ACCEPT_EMULATION;
            case SHOW_STORAGE -> CheckFix.SHOW_STORAGE;
        };
    }

    private static CheckFix withoutRemedy(DoctorCheck check) {
        if (check.fix() != null) {
            return CheckFix.COPY_COMMAND;
        }
        return check.level().equals("fail") ? CheckFix.CHECK_AGAIN : CheckFix.NONE;
    }

    private static int rank(String level) {
        return switch (level) {
            case "fail" -> 0;
            case "warn" -> 1;
            default -> 2;
        };
    }
}
