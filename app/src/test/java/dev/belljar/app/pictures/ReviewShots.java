package dev.belljar.app.pictures;

import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.recorded.Scenario;
import java.util.List;
import javafx.scene.input.KeyCode;

/// Pictures of the review of a sandbox's changes.
final class ReviewShots {
    private ReviewShots() {}

    static List<ScreenCase> all() {
        return List.of(
                new ScreenCase(
                        "changes-busy",
                        Scenario.BUSY,
                        window -> {
                            busy(window);
                            window.key(KeyCode.W);
                        },
                        "Files that could run code",
                        "8 of 21 hunks",
                        "total.ts",
                        "Written by",
                        "agent 431",
                        "15 of 17 lines.",
                        "The next test run passed"),
                new ScreenCase(
                        "changes-branch-before",
                        Scenario.BUSY,
                        window -> {
                            busy(window);
                            window.key(KeyCode.W);
                            window.awaitWords(List.of("15 of 17 lines."));
                            window.press(".before-write");
                        },
                        "Starts from",
                        "Branch from this snapshot"),
                new ScreenCase(
                        "changes-split",
                        Scenario.BUSY,
                        window -> {
                            busy(window);
                            window.part(".diff-shape", 0);
                        },
                        "8 of 21 hunks"),
                new ScreenCase("changes-decided", Scenario.BUSY, ReviewShots::busy, "8 of 21 hunks"),
                new ScreenCase(
                        "changes-wide",
                        Scenario.BUSY,
                        ReviewShots::busy,
                        1_920,
                        1_080,
                        List.of("8 of 21 hunks", "Keep commits")),
                new ScreenCase(
                        "changes-risky-open",
                        Scenario.BUSY,
                        window -> {
                            ScreenCases.enter(window, "shop", ScreenKind.CHANGES);
                            window.awaitWords(List.of("hunk 1 of 1", "Allow anyway…"));
                        },
                        "Could run code on this computer: it runs on a build server, often with access to secrets"),
                new ScreenCase(
                        "changes-risky-question",
                        Scenario.BUSY,
                        window -> {
                            ScreenCases.enter(window, "shop", ScreenKind.CHANGES);
                            window.awaitWords(List.of("hunk 1 of 1", "Allow anyway…"));
                            window.key(KeyCode.Y);
                        },
                        "Allow “ci.yml” anyway?",
                        "Allow it only if you have read it and trust it."),
                new ScreenCase(
                        "changes-all-decided",
                        Scenario.BUSY,
                        window -> {
                            ScreenCases.enter(window, "shop", ScreenKind.CHANGES);
                            window.awaitWords(List.of("hunk 1 of 1"));
                            window.press(".accept-safe");
                            window.press(".danger-fill");
                            for (int i = 0; i < 3; i++) {
                                window.shifted(KeyCode.X);
                                window.settle();
                            }
                            window.chooseChange("src/cart/total.ts");
                        },
                        "3 skipped"),
                new ScreenCase(
                        "changes-synced",
                        Scenario.BUSY,
                        window -> {
                            busy(window);
                            window.shortcut(KeyCode.ENTER, false);
                        },
                        "synced to belljar/shop"),
                new ScreenCase(
                        "changes-worktree",
                        Scenario.BUSY,
                        window -> {
                            busy(window);
                            window.part(".sync-target", 2);
                        },
                        "Changes your files in"),
                new ScreenCase(
                        "changes-conflicts",
                        Scenario.CONFLICTS,
                        window -> {
                            conflicts(window);
                            window.key(KeyCode.S);
                        },
                        "Resolve conflicts",
                        "conflict 2 of 3",
                        "1 of 3 resolved",
                        "src/cart/total.ts, lines 33–34"),
                new ScreenCase(
                        "changes-files",
                        Scenario.BUSY,
                        window -> {
                            busy(window);
                            window.part(".grouping", 1);
                        },
                        "src/checkout"),
                new ScreenCase(
                        "changes-skipped",
                        Scenario.BUSY,
                        window -> ScreenCases.enter(window, "try-2", ScreenKind.CHANGES),
                        "Not fetched",
                        "disk.img",
                        "too large (1.1 TB)"),
                new ScreenCase(
                        "changes-many",
                        Scenario.MANY_CHANGES,
                        window -> ScreenCases.enter(window, "shop", ScreenKind.CHANGES),
                        "packages: move to ES modules",
                        " hunks"),
                new ScreenCase(
                        "changes-empty",
                        Scenario.BUSY,
                        window -> ScreenCases.enter(window, "docs", ScreenKind.CHANGES),
                        "No changes yet"));
    }

    /// Several files are decided, and the second hunk of `total.ts` is the current one.
    static void busy(WindowHarness window) {
        ScreenCases.enter(window, "shop", ScreenKind.CHANGES);
        window.awaitWords(List.of("hunk 1 of 1"));
        window.chooseChange("README.md");
        window.shifted(KeyCode.X);
        for (String path :
                List.of("package-lock.json", "src/cart/cart.ts", "src/cart/coupon.ts", "src/cart/legacyPromo.ts")) {
            window.chooseChange(path);
            window.awaitWords(List.of("hunk 1 of"));
            window.shifted(KeyCode.Y);
        }
        ScreenCases.total(window);
        window.awaitWords(List.of("hunk 1 of 3"));
        window.key(KeyCode.Y);
        window.awaitWords(List.of("hunk 2 of 3"));
    }

    /// A sync into the working tree has conflicts, and the dialog about them is open.
    static void conflicts(WindowHarness window) {
        ScreenCases.enter(window, "shop", ScreenKind.CHANGES);
        window.awaitWords(List.of("hunk 1 of 1"));
        window.part(".sync-target", 2);
        window.press(".accept-safe");
        window.press(".danger-fill");
        window.press(".sync-hunks");
        window.awaitWords(List.of("Change the files in your working tree?"));
        window.press(".danger-fill");
        window.awaitWords(List.of("Resolve conflicts", "conflict 1 of 3"));
    }
}
