package dev.belljar.app.pictures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.navigation.Location;
import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.recorded.Scenario;
import dev.belljar.app.theme.Theme;
import java.util.List;
import java.util.Objects;
import javafx.scene.Node;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Tests the timeline with the mouse and the keyboard, and that the other screens show the selected moment.
@Tag("slow")
class TimelineScreenTest {
    private static final String LATER = "node scripts/fetch-binary.js";

    @Test
    void theSelectedMomentIsShownOnOtherScreensUntilEscape() {
        try (WindowHarness window = WindowHarness.open(Scenario.BUSY, Theme.DARK)) {
            TimelineShots.select(window);
            window.awaitWords(List.of("14:28:18", "apt-get 1158", "Starts from “tests green”"));
            ScreenCases.enter(window, "shop", ScreenKind.PROCESSES);
            window.awaitWords(List.of("Processes that were running at this point", "apt-get"));
            window.awaitGone(LATER);
            ScreenCases.enter(window, "shop", ScreenKind.NETWORK);
            window.awaitWords(List.of("deb.debian.org"));
            window.awaitGone("registry.npmjs.org");
            ScreenCases.enter(window, "shop", ScreenKind.SNAPSHOTS);
            assertThat(seen(window, ".moment-bar")).isFalse();
            ScreenCases.enter(window, "shop", ScreenKind.PROCESSES);
            window.key(KeyCode.ESCAPE);
            window.awaitWords(List.of(LATER));
            assertThat(seen(window, ".moment-bar")).isFalse();
        }
    }

    @Test
    void aProcessOfTheMomentIsOpenedFromTheTimeline() {
        try (WindowHarness window = WindowHarness.open(Scenario.BUSY, Theme.DARK)) {
            TimelineShots.select(window);
            window.key(KeyCode.B);
            window.awaitWords(List.of("Branch from “tests green”"));
            window.key(KeyCode.ESCAPE);
            window.awaitGone("Branch from “tests green”");
            window.click(".details-link");
            window.await(
                    "the process",
                    b -> b.model().place().get() instanceof Location.SandboxScreen inside
                            && inside.screen() == ScreenKind.PROCESSES
                            && Objects.equals(inside.seek(), "1158"));
            window.awaitWords(
                    List.of("sudo apt-get install -y libpng-dev", "Processes that were running at this point"));
        }
    }

    @Test
    void changesAreThoseOfTheMoment() {
        try (WindowHarness window = WindowHarness.open(Scenario.BUSY, Theme.DARK)) {
            TimelineShots.changes(window);
            window.awaitWords(
                    List.of("Its content at this point is unknown", "14:05:58", "14:30:12", "No longer changed"));
            assertThat(window.words()).noneMatch(words -> words.contains("summary.css"));
            window.press(".compare-past");
            window.await(
                    "the comparison",
                    b -> b.model().place().get() instanceof Location.SandboxScreen inside
                            && inside.between() != null
                            && inside.between().to().equals("sb-shop"));
        }
    }

    @Test
    void aFileThatWasNotWrittenSinceIsOpenedInThePresent() {
        try (WindowHarness window = WindowHarness.open(Scenario.BUSY, Theme.DARK)) {
            TimelineShots.changes(window);
            window.select("src/cart/cart.ts");
            window.awaitWords(List.of("Its changes are the same as now"));
            window.press(".show-present");
            window.await("the diff", WindowHarness::showsDiff);
            window.awaitWords(List.of("cart.ts"));
            assertThat(seen(window, ".moment-bar")).isFalse();
        }
    }

    @Test
    void leavingTheSandboxShowsThePresentAgain() {
        try (WindowHarness window = WindowHarness.open(Scenario.BUSY, Theme.DARK)) {
            TimelineShots.select(window);
            window.run(() -> window.workbench().model().go(new Location.HomeScreen()));
            ScreenCases.enter(window, "shop", ScreenKind.PROCESSES);
            window.awaitWords(List.of(LATER));
            assertThat(seen(window, ".moment-bar")).isFalse();
        }
    }

    @Test
    void keysMoveTheVisiblePeriodAndFollowThePresent() {
        try (WindowHarness window = WindowHarness.open(Scenario.BUSY, Theme.DARK)) {
            TimelineShots.open(window);
            assertThat(following(window)).isTrue();
            window.key(KeyCode.LEFT);
            assertThat(following(window)).isFalse();
            window.key(KeyCode.N);
            assertThat(following(window)).isTrue();
            window.key(KeyCode.HOME);
            assertThat(following(window)).isFalse();
            window.key(KeyCode.END);
            assertThat(following(window)).isTrue();
            window.key(KeyCode.PLUS);
            window.await("a part", b -> window.agent().calls().getOrDefault("timeline", 0) > 1);
        }
    }

    @Test
    void anIdleSandboxCausesNoRequests() {
        try (WindowHarness window = WindowHarness.open(Scenario.BUSY, Theme.DARK)) {
            TimelineShots.open(window);
            int before = window.agent().calls().getOrDefault("timeline", 0);
            int end = window.agent().asked() + 5;
            window.await("five seconds", b -> window.agent().asked() >= end);
            assertThat(window.agent().calls()).containsEntry("timeline", before);
        }
    }

    private static boolean following(WindowHarness window) {
        return WindowHarness.call(() ->
                window.workbench().scene().getRoot().lookup(".follow") instanceof ToggleButton b && b.isSelected());
    }

    private static boolean seen(WindowHarness window, String style) {
        return WindowHarness.call(() -> {
            Node node = window.workbench().scene().getRoot().lookup(style);
            return node != null && node.isVisible();
        });
    }
}
