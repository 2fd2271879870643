package dev.belljar.app.diff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.diff.DiffRow.DiffSide;
import dev.belljar.contract.view.review.FileHunks.Hunk;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Tests the rows of a file made from its hunks.
class HunkRowsTest {
    private static final String BEFORE =
            IntStream.rangeClosed(1, 30).mapToObj(i -> "l" + i + "\n").collect(Collectors.joining());
    private static final String AFTER =
            BEFORE.replace("l6\n", "new\n").replace("l8\n", "l8\nadded\n").replace("l25\n", "");
    private static final List<Hunk> HUNKS =
            List.of(new Hunk(0, 6, 1, 6, 1, "f()"), new Hunk(1, 8, 0, 9, 1, ""), new Hunk(2, 25, 1, 25, 0, ""));

    @Test
    void eachHunkHasAHeadAndTheLinesAround() {
        assertThat(words(HunkRows.of(BEFORE, AFTER, HUNKS, i -> false, false)))
                .containsExactly(
                        "1 unchanged line",
                        "# 0",
                        "2 2 l2",
                        "3 3 l3",
                        "4 4 l4",
                        "5 5 l5",
                        "-6 +6 l6>new",
                        "7 7 l7",
                        "8 8 l8",
                        "# 1",
                        "- +9 >added",
                        "9 10 l9",
                        "10 11 l10",
                        "11 12 l11",
                        "12 13 l12",
                        "8 unchanged lines",
                        "# 2",
                        "21 22 l21",
                        "22 23 l22",
                        "23 24 l23",
                        "24 25 l24",
                        "-25 + l25>",
                        "26 26 l26",
                        "27 27 l27",
                        "28 28 l28",
                        "29 29 l29",
                        "1 unchanged line");
    }

    @Test
    void ofAFoldedHunkOnlyTheHeadIsShown() {
        assertThat(words(HunkRows.of(BEFORE, AFTER, HUNKS, i -> i != 2, false)))
                .startsWith(
                        "5 unchanged lines",
                        "# 0",
                        "2 unchanged lines",
                        "# 1",
                        "12 unchanged lines",
                        "# 2",
                        "21 22 l21");
    }

    @Test
    void theWholeFileHasNoBars() {
        assertThat(words(HunkRows.of(BEFORE, AFTER, HUNKS, i -> false, true)))
                .noneMatch(row -> row.contains("unchanged"))
                .hasSize(30 + 1 + 3);
    }

    @Test
    void aHunkBehindTheEndOfTheTextIsCut() {
        List<Hunk> wrong = List.of(new Hunk(0, 900, 5, 900, 5, ""), new Hunk(1, -3, 1, -3, 1, ""));
        assertThat(words(HunkRows.of("a\n", "a\n", wrong, i -> false, false))).contains("# 0", "# 1");
    }

    private static List<String> words(List<DiffRow> rows) {
        return rows.stream()
                .map(row -> row.isHead()
                        ? "# " + row.hunk()
                        : row.isBar()
                                ? row.bar()
                                : row.isSame()
                                        ? number(row.before()) + " " + number(row.after()) + " " + text(row.after())
                                        : "-" + number(row.before()) + " +" + number(row.after()) + " "
                                                + text(row.before()) + ">" + text(row.after()))
                .toList();
    }

    private static String number(@Nullable DiffSide side) {
        return side == null ? "" : Integer.toString(side.number());
    }

    private static String text(@Nullable DiffSide side) {
        return side == null ? "" : side.text();
    }
}
