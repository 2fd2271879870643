package dev.belljar.app.diff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.diff.TextSelection.TextSpot;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tests the selection of text in a column of a diff.
class TextSelectionTest {
    private final TextSelection selection = new TextSelection();

    @BeforeEach
    void showLines() {
        selection.replace(List.of("const total = sum(cart);", "", "return total;"));
    }

    @Test
    void textIsSelectedFromTheAnchorToTheCaretInEitherDirection() {
        selection.move(new TextSpot(0, 6), false);
        selection.move(new TextSpot(2, 6), true);
        assertThat(selection.text()).isEqualTo("total = sum(cart);\n\nreturn");
        selection.move(new TextSpot(0, 0), true);
        assertThat(selection.text()).isEqualTo("const ");
        selection.move(new TextSpot(1, 0), false);
        assertThat(selection.isEmpty()).isTrue();
        assertThat(selection.text()).isEmpty();
    }

    @Test
    void aWordALineAndAllTextAreSelected() {
        selection.selectWord(new TextSpot(0, 15));
        assertThat(selection.text()).isEqualTo("sum");
        selection.selectWord(new TextSpot(0, 99));
        assertThat(selection.text()).isEqualTo(";");
        selection.selectWord(new TextSpot(1, 0));
        assertThat(selection.text()).isEmpty();
        selection.selectLine(2);
        assertThat(selection.text()).isEqualTo("return total;");
        selection.selectAll();
        assertThat(selection.text()).isEqualTo(selection.all());
        assertThat(selection.offset(selection.until()))
                .isEqualTo(selection.all().length());
    }

    @Test
    void theCaretMovesAcrossTheEndsOfLines() {
        selection.move(new TextSpot(0, 24), false);
        selection.step(1, false);
        assertThat(selection.caret()).isEqualTo(new TextSpot(1, 0));
        selection.step(1, true);
        selection.word(1, true);
        assertThat(selection.text()).isEqualTo("\nreturn");
        selection.word(-1, false);
        assertThat(selection.caret()).isEqualTo(new TextSpot(2, 0));
        selection.word(-1, false);
        assertThat(selection.caret()).isEqualTo(new TextSpot(1, 0));
        selection.step(-1, false);
        selection.step(-1, false);
        selection.word(-1, false);
        assertThat(selection.caret()).isEqualTo(new TextSpot(0, 22));
    }

    @Test
    void theCaretStaysWithinTheText() {
        selection.move(new TextSpot(9, 9), false);
        assertThat(selection.caret()).isEqualTo(new TextSpot(2, 9));
        selection.move(selection.last(), false);
        selection.step(1, true);
        assertThat(selection.isEmpty()).isTrue();
        selection.move(TextSpot.START, false);
        selection.step(-1, true);
        selection.word(-1, true);
        assertThat(selection.isEmpty()).isTrue();
    }

    @Test
    void aCharacterOfTwoUnitsIsNotSplit() {
        selection.replace(List.of("a😀b"));
        selection.move(new TextSpot(0, 1), false);
        selection.step(1, true);
        assertThat(selection.text()).isEqualTo("😀");
        selection.move(new TextSpot(0, 3), false);
        selection.step(-1, true);
        assertThat(selection.text()).isEqualTo("😀");
    }

    @Test
    void otherLinesHaveNoSelection() {
        selection.selectAll();
        selection.replace(List.of());
        assertThat(selection.isEmpty()).isTrue();
        assertThat(selection.text()).isEmpty();
        selection.selectWord(TextSpot.START);
        selection.step(1, true);
        assertThat(selection.text()).isEmpty();
    }
}
