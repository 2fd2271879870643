package dev.belljar.app.codingagent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.codingagent.LookedLines.LineCounts;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.FileDiff;
import java.util.List;
import org.junit.jupiter.api.Test;

class LookedLinesTest {
    private static FileDiff diff(FileChange... files) {
        return new FileDiff("", "", List.of(files), List.of(), false);
    }

    private static FileChange file(String path, int added, int removed, String content) {
        return new FileChange("M", path, null, added, removed, added < 0, null, content);
    }

    @Test
    void everythingIsNewUntilTheUserLooks() {
        LookedLines lines = new LookedLines();
        assertThat(lines.counts().none()).isTrue();
        lines.show(diff(file("a", 3, 1, "1"), file("b", 4, 0, "1"), file("c", -1, -1, "1")));
        assertThat(lines.counts()).isEqualTo(new LineCounts(7, 1));
        lines.show(null);
        assertThat(lines.counts()).isEqualTo(new LineCounts(7, 1));
    }

    @Test
    void lookCountsAfterThreeSeconds() {
        LookedLines lines = new LookedLines();
        lines.show(diff(file("a", 3, 1, "1"), file("b", 4, 0, "1")));
        lines.front(true, 1_000);
        lines.front(true, 3_900);
        assertThat(lines.counts().none()).isFalse();
        lines.front(false, 3_950);
        lines.front(true, 4_000);
        lines.front(true, 6_000);
        assertThat(lines.counts().none()).as("looked away").isFalse();
        lines.front(true, 7_000);
        assertThat(lines.counts().none()).isTrue();
        lines.front(false, 8_000);
        lines.show(diff(file("a", 5, 1, "2"), file("b", 4, 0, "1")));
        assertThat(lines.counts()).as("only the file that changed").isEqualTo(new LineCounts(5, 1));
    }
}
