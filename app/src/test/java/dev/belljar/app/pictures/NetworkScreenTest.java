package dev.belljar.app.pictures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.navigation.Location;
import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.recorded.Scenario;
import dev.belljar.app.theme.Theme;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Test;

/// Tests the network screen by keyboard: rows unfold, a time range is selected, omitted rows are counted.
class NetworkScreenTest {
    @Test
    void aRowOfSeveralConnectionsCanBeUnfolded() {
        try (WindowHarness window = network(1440, 900)) {
            window.awaitWords(List.of("6×"));
            assertThat(window.words()).doesNotContain("14:31:38");
            window.run(() -> {
                ListView<?> rows = (ListView<?>) node(window, ".dense .list-view");
                rows.requestFocus();
                rows.getSelectionModel().select(2);
            });
            window.key(KeyCode.RIGHT);
            window.awaitWords(List.of("14:31:38"));
            window.key(KeyCode.LEFT);
            window.awaitGone("14:31:38");
        }
    }

    @Test
    void aTimeRangeIsChosenAndClearedByKey() {
        try (WindowHarness window = network(1440, 900)) {
            window.awaitWords(List.of("apt-get 1158"));
            window.run(() -> node(window, ".byte-strip").requestFocus());
            window.key(KeyCode.RIGHT);
            window.awaitWords(List.of(" – now", "node 1236"));
            window.awaitGone("apt-get 1158");
            window.key(KeyCode.ESCAPE);
            window.awaitWords(List.of("apt-get 1158"));
        }
    }

    @Test
    void aSmallWindowCountsHiddenRibbonsAndItsTimesDoNotTouch() {
        try (WindowHarness window = network(900, 600)) {
            window.awaitWords(List.of("+6 more"));
            window.settle();
            List<double[]> labels = WindowHarness.call(() -> node(window, ".byte-strip").lookupAll(".xs").stream()
                    .map(Label.class::cast)
                    .filter(label -> label.getText().matches("[0-9]{2}:[0-9]{2}|now"))
                    .map(label -> new double[] {label.getLayoutX(), label.getLayoutX() + label.getWidth()})
                    .sorted((a, b) -> Double.compare(a[0], b[0]))
                    .toList());
            assertThat(labels).hasSizeGreaterThan(2);
            for (int i = 1; i < labels.size(); i++) {
                assertThat(labels.get(i)[0]).isGreaterThan(labels.get(i - 1)[1]);
            }
        }
    }

    @Test
    void aFailedRecordingShowsTheReason() {
        try (WindowHarness window = network(1440, 900)) {
            window.press(".record-button");
            window.awaitWords(List.of("Recording failed: "));
            window.awaitWords(List.of("Record pcap"));
        }
    }

    private static Node node(WindowHarness window, String style) {
        return window.workbench().scene().getRoot().lookup(style);
    }

    private static WindowHarness network(int width, int height) {
        WindowHarness window = WindowHarness.open(Scenario.ASKING, Theme.LIGHT, width, height);
        window.awaitWords(List.of("3"));
        window.run(() -> window.workbench().model().go(new Location.SandboxScreen("shop", ScreenKind.NETWORK)));
        window.awaitWords(List.of("npm 1209"));
        return window;
    }
}
