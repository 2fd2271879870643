package dev.belljar.agent.refusal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.codec.ContractJson;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests that a flood of refusals is a few lines with counts.
class RefusalQueueTest {
    private final RefusalReader reader = new RefusalReader("shop");
    private final RefusalQueue queue = new RefusalQueue();

    private void refuse(String name) {
        queue.add(reader.flow(NetEvents.query(name)).orElseThrow());
    }

    @Test
    void repeatsAreCountedAndTheNewestIsTheLast() {
        refuse("a.example");
        refuse("b.example");
        refuse("a.example");
        refuse("a.example");
        List<RefusalLine> lines = queue.drain();
        assertThat(lines).extracting(RefusalLine::name).containsExactly("b.example", "a.example");
        assertThat(lines).extracting(RefusalLine::amount).containsExactly(1, 3);
        assertThat(lines.getLast().pid()).isEqualTo(812);
        assertThat(queue.isEmpty()).isTrue();
        assertThat(queue.drain()).isEmpty();
    }

    @Test
    void furtherOnesAreOnlyCounted() {
        for (int i = 0; i < 100_000; i++) {
            refuse("n" + i + ".example");
        }
        List<RefusalLine> lines = queue.drain();
        assertThat(lines).hasSize(RefusalQueue.MOST + 1);
        assertThat(lines.getLast().kind()).isEqualTo("more");
        assertThat(lines.getLast().count()).isEqualTo(100_000 - RefusalQueue.MOST);
    }

    @Test
    void theLongestBatchIsWhatTheGuestAccepts() {
        String label = "ä".repeat(60);
        for (int i = 0; i < 200; i++) {
            RefusalLine line = reader.flow(NetEvents.query("n" + i + "." + label.repeat(10)))
                    .orElseThrow();
            queue.add(new RefusalLine(
                    line.time(),
                    line.kind(),
                    line.name(),
                    line.address(),
                    65_535,
                    line.pid(),
                    "界".repeat(120),
                    "界".repeat(120),
                    "界".repeat(120),
                    "界".repeat(120),
                    line.state(),
                    null,
                    line.reason(),
                    line.why(),
                    line.rule(),
                    "h".repeat(480),
                    line.count()));
        }
        int bytes = queue.drain().stream()
                .mapToInt(line -> ContractJson.line(line).getBytes(java.nio.charset.StandardCharsets.UTF_8).length + 1)
                .sum();
        assertThat(bytes).isLessThan(131_072);
    }
}
