package dev.belljar.app.pictures;

import dev.belljar.app.navigation.Location;
import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.recorded.Scenario;
import dev.belljar.contract.sync.SyncMode;
import dev.belljar.contract.sync.SyncSettings;
import dev.belljar.contract.sync.SyncState;
import dev.belljar.contract.sync.SyncStatus;
import java.util.List;

/// Pictures of the states of a sync in the header, the sidebar and the launcher, and of its settings.
final class SyncShots {
    private SyncShots() {}

    static List<ScreenCase> all() {
        return List.of(
                state("sync-waiting", SyncState.WAITING, 3, 2, "Waiting for review: 3 commits"),
                state("sync-fetching", SyncState.WORKING, 0, 0, "Fetching…"),
                state("sync-conflict", SyncState.CONFLICT, 3, 2, "Conflict"),
                state("sync-changed", SyncState.CHANGED, 0, 0, "Changed"),
                state("sync-same", SyncState.IN_SYNC, 0, 0, "In sync"),
                new ScreenCase(
                        "sync-settings",
                        Scenario.BUSY,
                        window -> {
                            ScreenCases.enter(window, "docs", ScreenKind.LOG);
                            window.choose("More sync actions", "Sync settings…");
                        },
                        "Sync settings for docs",
                        "Same as the project (Manual)",
                        "Apply safe changes without my review"),
                new ScreenCase(
                        "push-diverged",
                        Scenario.BUSY,
                        window -> {
                            ScreenCases.enter(window, "shop", ScreenKind.LOG);
                            window.choose("More sync actions", "Push my commits…");
                        },
                        "Push my commits to shop",
                        "Translate the invoice",
                        "Validate quantities",
                        "Rebase"),
                new ScreenCase(
                        "sync-launcher",
                        Scenario.BUSY,
                        window -> {
                            change(window, SyncState.WAITING, 3, 2);
                            window.run(() -> window.workbench().model().go(new Location.HomeScreen()));
                        },
                        "shop",
                        "try-1"));
    }

    private static ScreenCase state(String name, SyncState state, int commits, int files, String words) {
        return new ScreenCase(
                name,
                Scenario.BUSY,
                window -> {
                    ScreenCases.enter(window, "shop", ScreenKind.LOG);
                    change(window, state, commits, files);
                },
                words);
    }

    private static void change(WindowHarness window, SyncState state, int commits, int files) {
        SyncSettings settings = new SyncSettings(SyncMode.AUTO_COMMIT, 30, true, false);
        window.agent().changeSync(new SyncStatus("sb-shop", settings, state, commits, files, 3, false, 1L, null));
    }
}
