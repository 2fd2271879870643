package dev.belljar.app.environment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OutputModelTest {
    @Test
    void tabsAreSpacesAndControlCharactersAreNotShown() {
        OutputModel model = new OutputModel("a\tb\nc\u202ed\u001b[2J\n", true);
        assertThat(model.shown()).startsWith("a    b\n").doesNotContain("\u202e", "\u001b");
        assertThat(model.note()).isEmpty();
    }

    @Test
    void withoutOutputThatIsSaid() {
        assertThat(new OutputModel("\n", true).shown()).isEqualTo("There is no output.");
    }

    @Test
    void droppedOutputIsSaid() {
        assertThat(new OutputModel("end\n", false).note()).isEqualTo("Older output was dropped.");
    }
}
