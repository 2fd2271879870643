package dev.belljar.app.pictures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.recorded.RecordedAgent.Scenario;
import dev.belljar.app.shell.Location;
import dev.belljar.app.shell.ScreenKind;
import dev.belljar.app.ui.Theme;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Test;

/// The network screen by keyboard: rows unfold, a stretch of time is chosen, and nothing is dropped without a word.
class NetworkScreenTest {
    @Test
    void aRowThatStandsForSeveralConnectionsListsThem() {
        try (WindowHarness booth = network(1440, 900)) {
            booth.awaitWords(List.of("5×"));
            assertThat(booth.words()).doesNotContain("14:31:38");
            booth.run(() -> {
                ListView<?> rows = (ListView<?>) node(booth, ".dense .list-view");
                rows.requestFocus();
                rows.getSelectionModel().select(2);
            });
            booth.key(KeyCode.RIGHT);
            booth.awaitWords(List.of("14:31:38"));
            booth.key(KeyCode.LEFT);
            booth.awaitGone("14:31:38");
        }
    }

    @Test
    void aStretchOfTimeIsChosenByKeyAndTakenBack() {
        try (WindowHarness booth = network(1440, 900)) {
            booth.awaitWords(List.of("apt-get 1158"));
            booth.run(() -> node(booth, ".byte-strip").requestFocus());
            booth.key(KeyCode.RIGHT);
            booth.awaitWords(List.of(" – now", "node 1236"));
            booth.awaitGone("apt-get 1158");
            booth.key(KeyCode.ESCAPE);
            booth.awaitWords(List.of("apt-get 1158"));
        }
    }

    @Test
    void aLowWindowSaysHowManyMoreThereAreAndItsTimesDoNotTouch() {
        try (WindowHarness booth = network(900, 600)) {
            booth.awaitWords(List.of("+6 more"));
            booth.settle();
            List<double[]> labels = WindowHarness.call(() -> node(booth, ".byte-strip").lookupAll(".xs").stream()
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
    void whyARecordingFailedIsSaid() {
        try (WindowHarness booth = network(1440, 900)) {
            booth.press(".record-button");
            booth.awaitWords(List.of("Recording failed: "));
            booth.awaitWords(List.of("Record pcap"));
        }
    }

    private static Node node(WindowHarness booth, String style) {
        return booth.bench().scene().getRoot().lookup(style);
    }

    private static WindowHarness network(int width, int height) {
        WindowHarness booth = WindowHarness.open(Scenario.ASKING, Theme.LIGHT, width, height);
        booth.awaitWords(List.of("3"));
        booth.run(() -> booth.bench().model().go(new Location.Inside("shop", ScreenKind.NETWORK)));
        booth.awaitWords(List.of("npm 1209"));
        return booth;
    }
}
