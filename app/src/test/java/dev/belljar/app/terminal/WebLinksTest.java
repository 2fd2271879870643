package dev.belljar.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Tests of the texts that a terminal takes from its output and from the clipboard.
class WebLinksTest {
    @Test
    void pastedTextCannotEndABracketedPaste() {
        assertThat(PastedText.clean("ls\u001b[201~\nrm -rf ~\u009b201~\t\u0003"))
                .isEqualTo("ls[201~\nrm -rf ~201~\t");
        assertThat(PastedText.clean("x".repeat(2_000_000))).hasSize(1 << 20);
    }

    @Test
    void onlyWebAddressesAreLinks() {
        List<String> followed = new ArrayList<>();
        WebLinks links = new WebLinks(followed::add);
        Objects.requireNonNull(links.apply("see https://belljar.dev/a?b=1), file:///etc/passwd and javascript:x"))
                .getItems()
                .forEach(item -> item.getLinkInfo().navigate());
        assertThat(followed).containsExactly("https://belljar.dev/a?b=1");
        assertThat(links.apply("ssh://host mailto:a@b http://")).isNull();
    }

    @Test
    @Timeout(120)
    void veryLongAddressesAreScannedQuicklyAndAreNoLinks() {
        WebLinks links = new WebLinks(address -> {});
        for (int i = 0; i < 200; i++) {
            assertThat(links.apply("http://a/" + ".".repeat(40_000) + "x")).isNull();
            assertThat(links.apply("http://a/" + ".".repeat(2_100) + "x")).isNull();
        }
        assertThat(links.apply("http://a/" + "b".repeat(1_000) + " " + "c".repeat(40_000)))
                .isNotNull();
    }
}
