package dev.belljar.app.pictures;

import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.recorded.RecordedHost;
import dev.belljar.app.recorded.Scenario;
import java.util.List;
import javafx.scene.Node;
import org.jspecify.annotations.Nullable;

/// The timeline in several states, and other screens that show a moment which was selected in it.
final class TimelineShots {
    /// The installation of a package, 14:28:18.
    static final long INSTALLATION = RecordedHost.at("14:28:18");

    /// The height of the drawing at which a click hits no process: the lane of files.
    static final double FILES = 330;

    private TimelineShots() {}

    static List<ScreenCase> all() {
        return List.of(
                new ScreenCase("timeline-busy", Scenario.BUSY, TimelineShots::open, "Follow live", "12 min"),
                selected(),
                new ScreenCase(
                        "timeline-empty",
                        Scenario.BUSY,
                        window -> ScreenCases.enter(window, "docs", ScreenKind.TIMELINE),
                        "Nothing has happened yet",
                        "on a single time axis"),
                new ScreenCase("timeline-narrow", Scenario.BUSY, TimelineShots::open, 900, 600, List.of("Follow live")),
                new ScreenCase("timeline-zoomed", Scenario.BUSY, TimelineShots::zoomed, "Follow live"),
                new ScreenCase(
                        "moment-processes",
                        Scenario.BUSY,
                        window -> {
                            select(window);
                            ScreenCases.enter(window, "shop", ScreenKind.PROCESSES);
                        },
                        "14:28:18",
                        "Processes that were running at this point",
                        "apt-get",
                        "Back to live"),
                new ScreenCase(
                        "moment-network",
                        Scenario.BUSY,
                        window -> {
                            select(window);
                            ScreenCases.enter(window, "shop", ScreenKind.NETWORK);
                        },
                        "14:28:18",
                        "Connections opened before this point",
                        "deb.debian.org"),
                new ScreenCase(
                        "moment-changes",
                        Scenario.BUSY,
                        TimelineShots::changes,
                        "9 files changed up to this point",
                        "Same as now",
                        "Changed again since",
                        "Its content at this point is unknown",
                        "Compare snapshot “tests green” with now"),
                new ScreenCase(
                        "moment-changes-narrow",
                        Scenario.BUSY,
                        TimelineShots::changes,
                        900,
                        600,
                        List.of("9 files changed up to this point", "Its content at this point is unknown")));
    }

    private static ScreenCase selected() {
        return new ScreenCase(
                "timeline-selected",
                Scenario.ASKING,
                TimelineShots::select,
                "14:28:18",
                "apt-get 1158",
                "deb.debian.org",
                "src/checkout",
                "Branch from here…",
                "Starts from “tests green”",
                "The branch won't include what happened in between");
    }

    /// Opens the timeline of `shop`.
    static void open(WindowHarness window) {
        ScreenCases.enter(window, "shop", ScreenKind.TIMELINE);
        window.await("the timeline", b -> window.agent().calls().getOrDefault("timeline", 0) > 0);
        window.await("the lanes", b -> isDrawn(b.scene().getRoot().lookup(".timeline-drawing")));
        window.settle();
    }

    /// True if no message covers the drawing.
    private static boolean isDrawn(@Nullable Node drawing) {
        return drawing != null && drawing.getParent().getChildrenUnmodifiable().size() == 1;
    }

    /// Selects the moment in the timeline.
    static void select(WindowHarness window) {
        open(window);
        window.clickTimeline(INSTALLATION, FILES);
        window.awaitWords(List.of("Branch from here…"));
    }

    /// Shows what is known of a file that was changed again after the moment.
    static void changes(WindowHarness window) {
        select(window);
        ScreenCases.enter(window, "shop", ScreenKind.CHANGES);
        window.awaitWords(List.of("Changed again since"));
        window.select("src/cart/total.ts");
    }

    private static void zoomed(WindowHarness window) {
        open(window);
        window.zoomTimeline(INSTALLATION, 13);
        window.await("the part", b -> window.agent().calls().getOrDefault("timeline", 0) > 1);
    }
}
