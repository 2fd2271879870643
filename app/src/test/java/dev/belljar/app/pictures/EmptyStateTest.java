package dev.belljar.app.pictures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.ui.EmptyState;
import javafx.geometry.Pos;
import javafx.scene.Parent;
import javafx.scene.control.Label;
import javafx.scene.layout.Region;
import javafx.scene.text.TextAlignment;
import org.junit.jupiter.api.Test;

/// Tests the layout of screens without data.
class EmptyStateTest {
    @Test
    void aShortSentenceIsCentredBelowTheTitle() {
        Parent screen = (Parent) EmptyState.screen(new Region(), "Loading", "Reading.");
        Parent parts = (Parent) screen.getChildrenUnmodifiable().getFirst();
        Label sentence = (Label) parts.getChildrenUnmodifiable().get(2);
        assertThat(sentence.getText()).isEqualTo("Reading.");
        assertThat(sentence.getAlignment()).isEqualTo(Pos.CENTER);
        assertThat(sentence.getTextAlignment()).isEqualTo(TextAlignment.CENTER);
    }
}
