package dev.belljar.contract.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that JSON with comments is read, and anything else refused.
class CommentedJsonTest {
    @Test
    void commentsAndTrailingCommasAreAllowed() throws JsonFault {
        assertThat(CommentedJson.readMap("""
                \ufeff// a
                {"a": [1, "b//", true, null,], /* c */ "d": {"e": 1.5,},}
                """))
                .isEqualTo(Map.of("a", java.util.Arrays.asList(1, "b//", true, null), "d", Map.of("e", 1.5)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "null", "[]", "1", "{", "{'a': 1}", "{a: 1}", "{\"a\": 1, \"a\": 2}", "{} {}", "{\"a\": NaN}"
            })
    void everythingElseIsRefused(String json) {
        assertThatThrownBy(() -> CommentedJson.readMap(json)).isInstanceOf(JsonFault.class);
    }

    @Test
    void depthAndNumbersAreBounded() {
        for (String value : List.of("[".repeat(1_000), "1".repeat(1_000))) {
            assertThatThrownBy(() -> CommentedJson.readMap("{\"a\": " + value))
                    .isInstanceOf(JsonFault.class)
                    .hasMessageMatching("(?s).{1,400}");
        }
    }
}
