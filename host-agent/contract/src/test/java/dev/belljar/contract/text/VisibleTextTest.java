package dev.belljar.contract.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VisibleTextTest {
    @Test
    void ordinaryTextOfAnyScriptIsKept() {
        String text = "a b-ü-日本-😀-é-עברית";
        assertThat(VisibleText.line(text)).isEqualTo(text);
    }

    @Test
    void controlAndMisleadingCharactersAreReplaced() {
        assertThat(VisibleText.line("a\u001b[2Jb\u009b31mc\nd\te")).isEqualTo("a?[2Jb?31mc?d?e");
        assertThat(VisibleText.line("exe\u202Egpj.\u2066x\u200By\uFEFFz")).isEqualTo("exe?gpj.?x?y?z");
        assertThat(VisibleText.line("a\u3164b\u115fc\ufe01d" + Character.toString(0xE0101)))
                .isEqualTo("a?b?c?d?");
        assertThat(VisibleText.line("\u2764\ufe0f")).isEqualTo("\u2764\ufe0f");
        assertThat(VisibleText.line("a\u2028b\u2029c\uE000d\uD800e")).isEqualTo("a?b?c?d?e");
    }

    @Test
    void escapedTextShowsWhichHiddenCharacterItHas() {
        assertThat(VisibleText.escaped("a\u202Eb\u001bc\td\uD83D\uDE00" + Character.toString(0xE0041), "\t"))
                .isEqualTo("a\\u202Eb\\x1Bc\td\uD83D\uDE00\\U000E0041");
    }

    @Test
    void lineEndsAndTabsStayWhereAllowed() {
        assertThat(VisibleText.text("a\tb\nc\rd", "\t\n")).isEqualTo("a\tb\nc?d");
    }
}
