package dev.belljar.contract.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests which word is taken for a mistyped one.
class SimilarWordsTest {
    @ParameterizedTest
    @CsvSource({"shpo, shop", "shopp, shop", "sho, shop", "sbop, shop", "api-sever, api-server", "SHOP,", "s,", "other,"
    })
    void theNearestWordIsFound(String typed, String meant) {
        assertThat(SimilarWords.nearest(typed, List.of("api", "api-server", "shop"))
                        .orElse(null))
                .isEqualTo(meant);
    }

    @Test
    void ofSeveralTheMostSimilarIsTaken() {
        assertThat(SimilarWords.nearest("worker-2x", List.of("worker-21", "worker-2", "worker-31")))
                .hasValue("worker-2");
        assertThat(SimilarWords.nearest("shop", List.of())).isEmpty();
    }
}
