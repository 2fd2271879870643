package dev.belljar.agent.provenance;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

/// Tests that matched lines are equal and in order, and that no texts make the comparison slow.
class LineMatchTest {
    private static final long MOST = 50_000_000;

    private static int[] match(int[] before, int[] after) {
        return LineMatch.of(before, after, new LineMatch.EffortLimit(MOST));
    }

    @Test
    void insertedRemovedAndChangedLinesAreNew() {
        int[] before = {1, 2, 3, 4, 5, 6};
        assertThat(match(before, new int[] {1, 2, 9, 3, 4, 5, 6})).containsExactly(0, 1, -1, 2, 3, 4, 5);
        assertThat(match(before, new int[] {1, 2, 5, 6})).containsExactly(0, 1, 4, 5);
        assertThat(match(before, new int[] {1, 8, 3, 4, 8, 6})).containsExactly(0, -1, 2, 3, -1, 5);
        assertThat(match(new int[0], new int[] {1})).containsExactly(-1);
        assertThat(match(before, new int[0])).isEmpty();
    }

    @Test
    void matchesAreEqualLinesInOrder() {
        Random random = new Random(7);
        for (int round = 0; round < 300; round++) {
            int kinds = 1 + random.nextInt(round % 3 == 0 ? 2_000 : 12);
            int[] before = random.ints(random.nextInt(900), 0, kinds).toArray();
            int[] after = random.ints(random.nextInt(900), 0, kinds).toArray();
            int last = -1;
            int[] match = match(before, after);
            assertThat(match).hasSize(after.length);
            for (int i = 0; i < after.length; i++) {
                if (match[i] >= 0) {
                    assertThat(match[i]).isGreaterThan(last);
                    assertThat(before[match[i]]).isEqualTo(after[i]);
                    last = match[i];
                }
            }
        }
    }

    /// Among many lines, a change in the middle of each hundred is found.
    @Test
    void changesInALongTextAreFound() {
        int[] before = IntStream.range(0, 20_000).toArray();
        int[] after = before.clone();
        for (int i = 50; i < after.length; i += 100) {
            after[i] = 1_000_000 + i;
        }
        int[] match = match(before, after);
        assertThat(IntStream.of(match).filter(each -> each < 0).count()).isEqualTo(200);
    }

    @Test
    void hostileTextsCostLittle() {
        int lines = 20_000;
        int[][] texts = {
            IntStream.range(0, lines).map(i -> i % 2).toArray(),
            IntStream.range(0, lines).map(i -> (i + 1) % 3).toArray(),
            IntStream.range(0, lines).toArray(),
            IntStream.range(0, lines).map(i -> lines - i).toArray(),
            IntStream.range(0, lines).map(i -> i % 2 == 0 ? i : lines - i).toArray(),
        };
        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
            LineMatch.EffortLimit effort = new LineMatch.EffortLimit(MOST);
            for (int[] before : texts) {
                for (int[] after : texts) {
                    assertThat(LineMatch.of(before, after, effort)).hasSize(lines);
                }
            }
        });
    }

    @Test
    void withoutEffortAllLinesInTheMiddleAreNew() {
        LineMatch.EffortLimit none = new LineMatch.EffortLimit(0);
        assertThat(LineMatch.of(new int[] {1, 2, 3, 4}, new int[] {1, 3, 2, 4}, none))
                .containsExactly(0, -1, -1, 3);
        assertThat(none.spent()).isTrue();
    }
}
