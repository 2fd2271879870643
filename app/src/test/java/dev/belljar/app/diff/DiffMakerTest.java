package dev.belljar.app.diff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.diff.DiffRow.DiffSide;
import dev.belljar.app.diff.DiffRow.LineChange;
import dev.belljar.testing.property.ForAll;
import dev.belljar.testing.property.Property;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Tests of the comparison of two texts line by line and word by word.
class DiffMakerTest {
    @Test
    void aChangedWordIsMarkedOnBothSides() {
        List<DiffRow> rows = DiffMaker.rows("let total = sum(lines);\n", "let total = net(lines);\n");
        assertThat(rows).hasSize(1);
        DiffSide after = Objects.requireNonNull(rows.getFirst().after());
        DiffRow.ChangedRange mark = after.marks().getFirst();
        assertThat(after.text().substring(mark.start(), mark.end())).isEqualTo("net");
    }

    @Test
    void equalLinesFarFromAChangeAreLeftOut() {
        String same = "same\n".repeat(100);
        List<DiffRow> rows = DiffMaker.rows(same + "old\n", same + "new\n");
        assertThat(rows.getFirst().bar()).isEqualTo("96 unchanged lines");
        assertThat(rows).hasSize(6);
    }

    @Test
    void aNewFileHasNothingBefore() {
        List<DiffRow> rows = DiffMaker.rows("", "one\ntwo\n");
        assertThat(rows).allMatch(r -> r.before() == null);
        assertThat(rows)
                .extracting(r -> Objects.requireNonNull(r.after()).kind())
                .containsOnly(LineChange.ADDED);
    }

    /// Otherwise the window would stand still for minutes.
    @Test
    @Timeout(60)
    void textsWithManyDifferentLinesAreOneChange() {
        StringBuilder before = new StringBuilder("same\n");
        StringBuilder after = new StringBuilder("same\n");
        for (int i = 0; i < 50_000; i++) {
            before.append("old ").append(i).append('\n');
            after.append("new ").append(i).append('\n');
        }
        List<DiffRow> rows = DiffMaker.rows(before + "end\n", after + "end\n");
        assertThat(rows).hasSize(50_002);
        assertThat(rows.getFirst().isSame()).isTrue();
        assertThat(rows.getLast().isSame()).isTrue();
        DiffSide last = Objects.requireNonNull(rows.get(50_000).after());
        assertThat(last.text()).isEqualTo("new 49999");
        assertThat(last.number()).isEqualTo(50_001);
    }

    @Property(tries = 200)
    void everyLineOfBothSidesIsNumberedInOrder(@ForAll List<Boolean> left, @ForAll List<Boolean> right) {
        List<DiffRow> rows = DiffMaker.rows(text(left), text(right));
        assertThat(rows.stream().map(DiffRow::before).filter(Objects::nonNull).map(DiffSide::number))
                .isSorted();
        assertThat(rows.stream().map(DiffRow::after).filter(Objects::nonNull).map(DiffSide::number))
                .isSorted();
    }

    private static String text(List<Boolean> lines) {
        StringBuilder text = new StringBuilder();
        lines.forEach(line -> text.append(line ? "a = 1;" : "b = 2;").append('\n'));
        return text.toString();
    }
}
