package dev.belljar.contract.codec;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.time.OffsetDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that TOML is read with types and lines, and that a document that is nested too deeply is refused.
class TomlTableTest {
    @Test
    void valuesHaveTheTypesOfToml() throws TomlFault {
        TomlTable table = TomlTable.read("""
                text = "a\\u00e4\\n"
                number = 1_000
                huge = 99999999999999999999
                time = 2027-01-31T18:00:00Z
                yes = true
                part = 1.5
                list = [1, "two", [3]]
                """);
        assertThat(table.keys()).containsExactly("text", "number", "huge", "time", "yes", "part", "list");
        assertThat(table.value("text")).isEqualTo("aä\n");
        assertThat(table.value("number")).isEqualTo(1_000L);
        assertThat(table.value("huge")).isEqualTo(new BigInteger("99999999999999999999"));
        assertThat(table.value("time")).isEqualTo(OffsetDateTime.parse("2027-01-31T18:00:00Z"));
        assertThat(table.value("yes")).isEqualTo(true);
        assertThat(table.value("part")).hasToString("1.5");
        assertThat(table.value("list")).isEqualTo(List.of(1L, "two", List.of(3L)));
        assertThat(table.value("none")).isNull();
    }

    @Test
    void eachElementOfAListHasItsLine() throws TomlFault {
        TomlTable table = TomlTable.read("""
                list = [
                  "a", # one
                  "b", "c",
                ]
                """);
        assertThat(table.line("list", 0)).isEqualTo(2);
        assertThat(table.line("list", 1)).isEqualTo(3);
        assertThat(table.line("list", 2)).isEqualTo(3);
        assertThat(table.line("list", 3)).as("no such element").isEqualTo(1);
    }

    @Test
    void eachKeyHasItsLine() throws TomlFault {
        TomlTable table = TomlTable.read("""
                first = 1 # [not a table]
                "second key" = \"""
                third = 3
                \\\""" fourth = 4 \\
                \"""\""
                fifth = [ # a list
                  "]", ']',
                  { sixth = '''
                7''' },
                ]
                eighth.ninth = 9

                [[rule]]
                allow = "a"

                [rule.more]
                x = 1
                [[rule]]
                deny = "b"
                """);
        assertThat(List.of("first", "second key", "fifth", "eighth"))
                .extracting(table::line)
                .containsExactly(1, 2, 6, 11);
        assertThat(((TomlTable) list(table, "fifth").get(2)).line("sixth")).isEqualTo(8);
        assertThat(table(table, "eighth").line("ninth")).isEqualTo(11);
        TomlTable rule = (TomlTable) list(table, "rule").getFirst();
        assertThat(rule.line()).isEqualTo(13);
        assertThat(rule.line("allow")).isEqualTo(14);
        assertThat(table(rule, "more").line("x")).isEqualTo(17);
        assertThat(((TomlTable) list(table, "rule").getLast()).line("deny")).isEqualTo(19);
    }

    private static TomlTable table(TomlTable in, String key) {
        return (TomlTable) requireNonNull(in.value(key));
    }

    private static List<?> list(TomlTable in, String key) {
        return (List<?>) requireNonNull(in.value(key));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a = [1|line 1, column 7: Premature end",
                "a = 1~b = tru|line 2, column 5: \"tru\" is neither",
                "a = 1~~a = 2|line 3, column 6: Duplicate key",
            })
    void errorsNameTheirPlace(String toml, String message) {
        assertThatThrownBy(() -> TomlTable.read(toml.replace('~', '\n')))
                .isInstanceOf(TomlFault.class)
                .hasMessageStartingWith(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{b=", "[\"]\",", "[']', # ]\n"})
    void deepNestingIsRefused(String one) {
        assertThatThrownBy(() -> TomlTable.read("x = 1\na = " + one.repeat(40_000)))
                .isInstanceOf(TomlFault.class)
                .hasMessageMatching("line \\d+: nested too deeply: expected at most 16 levels");
    }

    @ParameterizedTest
    @ValueSource(strings = {"%s = 1", "[%s]", "[[%s]]\nx = 1"})
    void longKeysAreRefused(String document) {
        assertThatThrownBy(() -> TomlTable.read(document.formatted("a" + ".a".repeat(40_000))))
                .isInstanceOf(TomlFault.class)
                .hasMessageStartingWith("line 1: nested too deeply");
    }

    @Test
    void theDeepestDocumentIsRead() throws TomlFault {
        assertThat(TomlTable.read("a = " + "[".repeat(16) + "1" + "]".repeat(16))
                        .keys())
                .containsExactly("a");
        assertThat(TomlTable.read("a" + ".a".repeat(16) + " = 1").keys()).containsExactly("a");
    }

    @Test
    void quotedTextReadsBack() throws TomlFault {
        StringBuilder text = new StringBuilder("\"\\\ufeff\u007f ä\ud83e\udd80");
        for (char c = 0; c < ' '; c++) {
            text.append(c);
        }
        assertThat(TomlTable.read("a = " + TomlTable.quoted(text.toString())).value("a"))
                .isEqualTo(text.toString());
    }
}
