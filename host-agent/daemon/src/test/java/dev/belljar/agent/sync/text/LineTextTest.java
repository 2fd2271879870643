package dev.belljar.agent.sync.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.testing.property.ForAll;
import dev.belljar.testing.property.IntRange;
import dev.belljar.testing.property.Property;
import dev.belljar.testing.property.Size;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Tests that texts are divided into hunks, put together again and merged byte by byte, in bounded time.
@Tag("slow")
class LineTextTest {
    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static Set<Integer> all(List<LineHunk> hunks) {
        return LineText.others(hunks, Set.of());
    }

    @Test
    void distantChangesAreHunksOfTheirOwn() throws Exception {
        String before = "a\nb\nc\nd\ne\nf\ng\nh\n";
        String after = "A\nb\nc\nd\ne\nf\ng\nH\nI\n";
        List<LineHunk> hunks = LineText.hunks(bytes(before), bytes(after));
        assertThat(hunks).containsExactly(new LineHunk(0, 1, 0, 1), new LineHunk(7, 8, 7, 9));
        assertThat(text(LineText.apply(bytes(before), bytes(after), hunks, Set.of(1))))
                .isEqualTo("a\nb\nc\nd\ne\nf\ng\nH\nI\n");
        assertThat(LineText.hunks(bytes("a\nb\nc\n"), bytes("A\nb\nC\n"))).hasSize(1);
    }

    @Test
    void lineEndsAndInvalidCharactersAreKept() throws Exception {
        for (String[] pair : new String[][] {
            {"a\r\nb\r\n", "a\r\nB\r\n"},
            {"a\nb", "a\nb\n"},
            {"a\nb\n", "a\nb"},
            {"", "x"},
            {"x", ""},
            {"one line", "another line"},
            {"\u00ff\u00fe\n\u0080\n", "\u00ff\u00fe\n\u0081\n"},
            {"a\rb\rc\n", "a\rB\rc\n"},
            {"\u00e2\u0080\u00ae\n", "\u00e2\u0080\u00ad\n"}
        }) {
            List<LineHunk> hunks = LineText.hunks(bytes(pair[0]), bytes(pair[1]));
            assertThat(hunks).hasSize(1);
            assertThat(text(LineText.apply(bytes(pair[0]), bytes(pair[1]), hunks, all(hunks))))
                    .isEqualTo(pair[1]);
            assertThat(text(LineText.apply(bytes(pair[0]), bytes(pair[1]), hunks, Set.of())))
                    .isEqualTo(pair[0]);
        }
    }

    @Property(tries = 2_000)
    void anySelectionOfHunksMergesWithTheRest(@ForAll @Size(max = 40) List<Byte> old, @ForAll long seed)
            throws Exception {
        Random random = new Random(seed);
        List<String> lines = new ArrayList<>();
        old.forEach(each -> lines.add("line " + (each & 7)));
        byte[] before = bytes(joined(lines, random.nextBoolean()));
        byte[] after = bytes(joined(edited(lines, random), random.nextBoolean()));
        List<LineHunk> hunks = LineText.hunks(before, after);
        assertThat(LineText.apply(before, after, hunks, all(hunks))).isEqualTo(after);
        assertThat(LineText.apply(before, after, hunks, Set.of())).isEqualTo(before);
        Set<Integer> some = new HashSet<>();
        all(hunks).stream().filter(_ -> random.nextBoolean()).forEach(some::add);
        byte[] one = LineText.apply(before, after, hunks, some);
        byte[] other = LineText.apply(before, after, hunks, LineText.others(hunks, some));
        assertThat(LineText.merge(before, before, one).orElseThrow()).isEqualTo(one);
        assertThat(LineText.merge(before, one, before).orElseThrow()).isEqualTo(one);
        // Each part either cannot be merged with the other, or both together are the whole.
        LineText.merge(before, one, other).ifPresent(both -> assertThat(both).isEqualTo(after));
    }

    @Property(tries = 300)
    void anyBytesComeBack(@ForAll @Size(max = 400) byte[] before, @ForAll @Size(max = 400) byte[] after)
            throws Exception {
        List<LineHunk> hunks = LineText.hunks(before, after);
        assertThat(LineText.apply(before, after, hunks, all(hunks))).isEqualTo(after);
        assertThat(LineText.apply(before, after, hunks, Set.of())).isEqualTo(before);
        assertThat(LineText.apply(before, after, LineText.all(before, after), Set.of(0)))
                .isEqualTo(after);
    }

    @Property(tries = 20)
    void theNumberOfHunksIsBounded(@ForAll @IntRange(min = 1, max = 3_000) int changes) throws Exception {
        StringBuilder before = new StringBuilder();
        StringBuilder after = new StringBuilder();
        for (int i = 0; i < changes; i++) {
            String same = "%d a\n%d b\n%d c\n%d d\n".formatted(i, i, i, i);
            before.append("old\n").append(same);
            after.append("new\n").append(same);
        }
        List<LineHunk> hunks = LineText.hunks(bytes(before.toString()), bytes(after.toString()));
        assertThat(hunks).hasSize(changes > LineText.HUNKS ? 1 : changes);
        assertThat(text(LineText.apply(bytes(before.toString()), bytes(after.toString()), hunks, all(hunks))))
                .isEqualTo(after.toString());
    }

    @Test
    void changesOfTheSameLinesConflict() {
        byte[] base = bytes("a\nb\nc\n");
        assertThat(LineText.merge(base, bytes("a\nX\nc\n"), bytes("a\nY\nc\n"))).isEmpty();
        assertThat(LineText.merge(base, bytes("a\nX\nc\n"), bytes("a\nX\nc\n")).orElseThrow())
                .isEqualTo(bytes("a\nX\nc\n"));
    }

    @Test
    void hostileTextsAreComparedInBoundedTime() throws Exception {
        int size = 2 << 20;
        Random random = new Random(1);
        StringBuilder twoWords = new StringBuilder();
        StringBuilder otherWords = new StringBuilder();
        StringBuilder inOrder = new StringBuilder();
        StringBuilder inOrderToo = new StringBuilder();
        while (twoWords.length() < size) {
            twoWords.append(random.nextBoolean() ? "a\n" : "b\n");
            otherWords.append(random.nextBoolean() ? "a\n" : "b\n");
        }
        for (int i = 0; inOrder.length() < size; i++) {
            inOrder.append(Integer.toString(i, 36)).append("\nx").append(i % 7).append('\n');
            inOrderToo
                    .append(Integer.toString(i, 36))
                    .append("\ny")
                    .append(i % 5)
                    .append('\n');
        }
        String[][] pairs = {
            {"x\n".repeat(size / 2), "y\n".repeat(size / 2)},
            {"\n".repeat(size), "\n".repeat(size - 7) + "x"},
            {twoWords.toString(), otherWords.toString()},
            {inOrder.toString(), inOrderToo.toString()},
            {"x".repeat(size), "y".repeat(size)}
        };
        for (String[] pair : pairs) {
            List<LineHunk> hunks = LineText.hunks(bytes(pair[0]), bytes(pair[1]));
            assertThat(text(LineText.apply(bytes(pair[0]), bytes(pair[1]), hunks, all(hunks))))
                    .isEqualTo(pair[1]);
            assertThat(LineText.merge(bytes(pair[0]), bytes(pair[1]), bytes(pair[0])))
                    .satisfies(
                            merged -> merged.ifPresent(both -> assertThat(both).isEqualTo(bytes(pair[1]))));
        }
    }

    @Test
    void theNumbersOfHunksDoNotDependOnTime() throws Exception {
        byte[] before = bytes("a\nb\nc\nd\ne\nf\ng\nh\n".repeat(200));
        byte[] after = bytes("A\nb\nc\nd\ne\nf\ng\nH\nI\n".repeat(200));
        assertThat(LineText.hunks(before, after, new BoundedComparator(100, Duration.ofHours(1))))
                .containsExactly(new LineHunk(0, 1_600, 0, 1_800));
        assertThatThrownBy(() -> LineText.hunks(before, after, new BoundedComparator(Long.MAX_VALUE, Duration.ZERO)))
                .isInstanceOf(SyncException.class)
                .hasMessageContaining("takes too long");
    }

    private static String joined(List<String> lines, boolean end) {
        return String.join("\n", lines) + (end && !lines.isEmpty() ? "\n" : "");
    }

    private static List<String> edited(List<String> lines, Random random) {
        List<String> edited = new ArrayList<>(lines);
        for (int i = random.nextInt(5); i > 0; i--) {
            int at = random.nextInt(edited.size() + 1);
            switch (random.nextInt(3)) {
                case 0 -> edited.add(at, "new " + random.nextInt(3));
                case 1 -> {
                    if (at < edited.size()) {
                        edited.remove(at);
                    }
                }
                default -> {
                    if (at < edited.size()) {
                        edited.set(at, "changed " + random.nextInt(3));
                    }
                }
            }
        }
        return edited;
    }
}
