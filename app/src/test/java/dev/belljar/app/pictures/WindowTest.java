package dev.belljar.app.pictures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.look.Theme;
import dev.belljar.app.recorded.RecordedAgent.Mood;
import dev.belljar.app.shell.Place;
import dev.belljar.app.shell.RoomKind;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Test;

/// What the window does when keys are pressed and things happen elsewhere.
class WindowTest {
    @Test
    void aReviewOfASandboxDestroyedElsewhereClosesItselfAndSaysWhy() {
        try (Booth booth = inside(RoomKind.CHANGES, 1440, 900)) {
            booth.press(".sync");
            booth.awaitWords(List.of("Bring work back from shop"));
            booth.agent().lose("shop");
            booth.run(() -> booth.bench().refresh());
            booth.awaitWords(List.of("“shop” was destroyed meanwhile"));
            assertThat(booth.words()).noneMatch(w -> w.contains("Bring work back"));
            assertThat(booth.bench().overlay().busy()).isFalse();
        }
    }

    @Test
    void detailsSlideOverANarrowTableByEnterAndAwayByEscape() {
        try (Booth booth = inside(RoomKind.PROCESSES, 1000, 700)) {
            booth.chooseRow("node", 1236);
            assertThat(seen(booth, ".details")).isFalse();
            booth.key(KeyCode.ENTER);
            assertThat(seen(booth, ".details")).isTrue();
            booth.key(KeyCode.ESCAPE);
            assertThat(seen(booth, ".details")).isFalse();
        }
    }

    @Test
    void detailsStandBesideAWideTable() {
        try (Booth booth = inside(RoomKind.PROCESSES, 1440, 900)) {
            booth.awaitWords(List.of("systemd"));
            assertThat(seen(booth, ".details")).isTrue();
        }
    }

    @Test
    void whatIsTypedOverATableFiltersIt() {
        try (Booth booth = inside(RoomKind.NETWORK, 1440, 900)) {
            booth.awaitWords(List.of("node 1236"));
            booth.type("apt");
            booth.awaitGone("node 1236");
            booth.awaitWords(List.of("apt-get 1158"));
        }
    }

    @Test
    void aStoppedAgentIsStartedOnlyWhenThePersonWantsIt() {
        try (Booth booth = inside(RoomKind.LOG, 1440, 900)) {
            booth.agent().leave();
            booth.run(() -> booth.bench().refresh());
            booth.awaitWords(List.of("The host agent was stopped", "Start it"));
            booth.press(".outage .button");
            booth.awaitWords(List.of("Starting the host agent…"));
        }
    }

    private static boolean seen(Booth booth, String style) {
        booth.settle();
        return Booth.call(() -> {
            Node node = booth.bench().scene().getRoot().lookup(style);
            return node != null && node.isVisible();
        });
    }

    private static Booth inside(RoomKind room, int width, int height) {
        Booth booth = Booth.open(Mood.BUSY, Theme.LIGHT, width, height);
        booth.awaitWords(List.of("shop"));
        booth.run(() -> booth.bench().model().go(new Place.Inside("shop", room)));
        booth.awaitWords(List.of("Changes", "Sync"));
        return booth;
    }
}
