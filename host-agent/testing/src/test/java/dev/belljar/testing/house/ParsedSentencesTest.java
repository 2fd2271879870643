package dev.belljar.testing.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// Tests that no program reads sentences that are written for people, and that the check finds its planted offenders.
class ParsedSentencesTest {
    @Test
    void noProgramReadsASentenceToFindOutAFact() throws Exception {
        assertThat(ParsedSentences.in(Checkout.read(Checkout.root()))).isEmpty();
    }

    @Test
    void aProgramThatReadsASentenceIsFound() throws Exception {
        Checkout offenders = Checkout.read(
                Path.of(Objects.requireNonNull(getClass().getResource("/offenders/sentences"), "the planted offenders")
                        .toURI()));
        assertThat(offenders.sources()).hasSize(6);
        assertThat(ParsedSentences.in(offenders))
                .containsExactly(
                        "app/src/main/java/one/Fields.java",
                        "app/src/main/java/one/Layers.java",
                        "app/src/main/java/one/Registries.java",
                        "app/src/main/java/one/Repairs.java");
    }
}
