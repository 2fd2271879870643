package dev.belljar.client.console;

import dev.belljar.contract.sync.SyncMode;
import dev.belljar.contract.sync.SyncSettings;
import dev.belljar.contract.sync.SyncStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Describes the state of a sync in words.
public final class SyncStatusText {
    private static final String WAIT = "Fetched changes are waiting for your review.";

    private SyncStatusText() {}

    /// The word for a mode, as `belljar sync --mode` takes it.
    public static String word(SyncMode mode) {
        return mode.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// The state in a few words, empty if nothing is known; for example `waiting: 3 commits, 2 files`.
    public static String brief(SyncStatus status) {
        String counts = counts(status);
        return switch (status.state()) {
            case UNKNOWN -> "";
            case IN_SYNC -> "in sync";
            case CHANGED -> counts.isEmpty() ? "changed" : "changed: " + counts;
            case WORKING -> "fetching";
            case WAITING -> counts.isEmpty() ? "waiting" : "waiting: " + counts;
            case CONFLICT -> "conflict";
        };
    }

    /// The state in one sentence.
    public static String sentence(SyncStatus status) {
        String counts = counts(status);
        String work = counts.isEmpty() ? "Changes" : counts;
        return switch (status.state()) {
            case UNKNOWN -> "The changes in the sandbox have not been fetched yet.";
            case IN_SYNC -> "In sync: there is nothing new to review.";
            case CHANGED ->
                counts.isEmpty()
                        ? "The sandbox has changed."
                        : "Not synced: %s.%s".formatted(counts, status.changed() ? " More has changed since." : "");
            case WORKING -> "The changes are being fetched.";
            case WAITING -> work + (plural(status) ? " are waiting for review." : " is waiting for review.");
            case CONFLICT ->
                work + (plural(status) ? " are" : " is") + " waiting for review and may conflict with your project.";
        };
    }

    private static boolean plural(SyncStatus status) {
        return status.commits() + status.files() != 1;
    }

    /// How the sandbox is synced, in one sentence.
    public static String settings(SyncSettings settings) {
        String when = switch (settings.mode()) {
            case MANUAL -> "Changes are fetched only when you ask";
            case AUTO_COMMIT -> "Changes are fetched for review at each commit";
            case AUTO_IDLE ->
                "Changes are fetched for review when nothing has been written for %,d s"
                        .formatted(settings.idleSeconds());
        };
        return "Mode %s: %s.".formatted(word(settings.mode()), decapitalized(when));
    }

    /// What happens to fetched changes of a sandbox.
    public static String apply(SyncSettings settings, String sandbox) {
        String branch = "branch belljar/" + sandbox;
        if (settings.mode() == SyncMode.MANUAL && settings.apply()) {
            return "In manual mode, fetched changes wait for your review; only changes that another mode fetches are"
                    + " put on " + branch + " automatically.";
        }
        return applied(settings, branch);
    }

    /// What happens to fetched changes of the project's sandboxes, which may have modes of their own.
    public static String applyOfProject(SyncSettings settings) {
        return applied(settings, "their sandbox's branch (belljar/SANDBOX)");
    }

    private static String applied(SyncSettings settings, String branch) {
        return settings.apply()
                ? ("Changes that are fetched automatically are put on %s without your review, unless they include a"
                                + " file that could run code on this computer.")
                        .formatted(branch)
                : WAIT;
    }

    private static String decapitalized(String sentence) {
        return sentence.substring(0, 1).toLowerCase(Locale.ROOT) + sentence.substring(1);
    }

    /// The numbers of commits and of uncommitted files, such as `3 commits, 2 files`.
    private static String counts(SyncStatus status) {
        List<String> parts = new ArrayList<>();
        if (status.commits() > 0) {
            parts.add(status.commits() == 1 ? "1 commit" : "%,d commits".formatted(status.commits()));
        }
        if (status.files() > 0) {
            parts.add(status.files() == 1 ? "1 file" : "%,d files".formatted(status.files()));
        }
        return String.join(", ", parts);
    }
}
