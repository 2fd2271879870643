package dev.belljar.agent.sync.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.sync.text.TextMerge.LineRange;
import dev.belljar.agent.sync.text.TextMerge.TextConflict;
import dev.belljar.contract.request.work.ConflictChoice;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests the conflicts of three-way merges, and the texts that choices make of them.
class TextMergeTest {
    private static final String BASE = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n";

    private static TextMerge merge(String base, String project, String sandbox) {
        return TextMerge.of(bytes(base), bytes(project), bytes(sandbox)).orElseThrow();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(TextMerge merge, ConflictChoice... choices) {
        return new String(merge.text(List.of(choices)), StandardCharsets.UTF_8);
    }

    private static String shown(LineRange lines) {
        return "%d-%d %s".formatted(lines.from(), lines.to(), lines.text());
    }

    @Test
    void changesOfDifferentLinesAreMergedAndTheOthersAreConflicts() {
        TextMerge merge = merge(
                BASE,
                "zero\n" + BASE.replace("three", "drei").replace("seven", "sieben"),
                BASE.replace("three", "3").replace("five\n", "").replace("seven", "7"));
        assertThat(merge.conflicts()).hasSize(2);
        TextConflict first = merge.conflicts().getFirst();
        assertThat(shown(first.base())).isEqualTo("2-3 three\n");
        assertThat(shown(first.project())).isEqualTo("3-4 drei\n");
        assertThat(shown(first.sandbox())).isEqualTo("2-3 3\n");
        assertThat(text(merge, ConflictChoice.PROJECT, ConflictChoice.SANDBOX))
                .isEqualTo("zero\none\ntwo\ndrei\nfour\nsix\n7\neight\n");
        assertThat(text(merge, ConflictChoice.SANDBOX, ConflictChoice.BOTH))
                .isEqualTo("zero\none\ntwo\n3\nfour\nsix\nsieben\n7\neight\n");
    }

    @Test
    void theBaseOfAConflictIsWhatBothSidesReplaced() {
        String project = "a\nb\n" + BASE.replace("one\n", "").replace("six", "SECHS\nsechs");
        String sandbox = "x\ny\nz\n" + BASE.replace("five\nsix", "5\n6\n6b");
        TextMerge merge = merge(BASE, project, sandbox);
        assertThat(merge.conflicts())
                .extracting(each -> shown(each.base()))
                .containsExactly("0-1 one\n", "4-6 five\nsix\n");
        assertThat(merge.conflicts())
                .extracting(each -> shown(each.project()))
                .containsExactly("0-2 a\nb\n", "5-8 five\nSECHS\nsechs\n");
        TextMerge same = merge("a\nb\nc\n", "a\nB\nX\nc\n", "a\nB\nY\nc\n");
        assertThat(shown(same.conflicts().getFirst().base())).isEqualTo("1-2 b\n");
        assertThat(shown(same.conflicts().getFirst().project())).isEqualTo("2-3 X\n");
    }

    @Test
    void textsWithoutConflictNeedNoChoice() {
        TextMerge merge = merge(BASE, BASE.replace("one", "eins"), BASE.replace("eight", "8"));
        assertThat(merge.hunks()).isZero();
        assertThat(text(merge)).isEqualTo(BASE.replace("one", "eins").replace("eight", "8"));
        assertThat(text(merge(BASE, "same\n", "same\n"))).isEqualTo("same\n");
    }

    @Test
    void removedLinesConflictWithChangedOnes() {
        TextMerge merge = merge(BASE, BASE.replace("two\n", ""), BASE.replace("two", "2"));
        assertThat(shown(merge.conflicts().getFirst().project())).isEqualTo("1-1 ");
        assertThat(text(merge, ConflictChoice.PROJECT)).isEqualTo(BASE.replace("two\n", ""));
        assertThat(text(merge, ConflictChoice.BOTH)).isEqualTo(BASE.replace("two", "2"));
    }

    @Test
    void anEmptiedFileConflictsAsAWhole() {
        TextMerge emptied = merge("one\n", "", "1\n");
        assertThat(shown(emptied.conflicts().getFirst().base())).isEqualTo("0-1 one\n");
        assertThat(text(emptied, ConflictChoice.PROJECT)).isEmpty();
        assertThat(text(emptied, ConflictChoice.SANDBOX)).isEqualTo("1\n");
        TextMerge other = merge("one\n", "eins\n", "");
        assertThat(text(other, ConflictChoice.PROJECT)).isEqualTo("eins\n");
        assertThat(text(other, ConflictChoice.SANDBOX)).isEmpty();
    }

    @Test
    void filesThatBothSidesAddedConflictWhereTheyDiffer() {
        TextMerge merge = merge("", "head\nmine\n", "head\nguest\n");
        assertThat(merge.conflicts()).hasSize(1);
        assertThat(shown(merge.conflicts().getFirst().base())).isEqualTo("0-0 ");
        assertThat(text(merge, ConflictChoice.BOTH)).isEqualTo("head\nmine\nguest\n");
        assertThat(merge("", "head\n", "head\nguest\n").conflicts()).hasSize(1);
    }

    @Test
    void aLineWithoutAnEndIsNotJoinedWithTheNext() {
        TextMerge merge = merge("one", "eins", "uno");
        assertThat(text(merge, ConflictChoice.BOTH)).isEqualTo("eins\nuno");
        assertThat(text(merge, ConflictChoice.PROJECT)).isEqualTo("eins");
    }

    @Test
    void bytesThatAreNoTextAreKept() {
        byte[] sandbox = {(byte) 0xff, '\r', '\n'};
        TextMerge merge = TextMerge.of(bytes("a\n"), bytes("b\n"), sandbox).orElseThrow();
        assertThat(merge.text(List.of(ConflictChoice.SANDBOX))).isEqualTo(sandbox);
    }
}
