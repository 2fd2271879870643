package dev.belljar.app.navigation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests moving between the screens of the window.
class NavigationTest {
    private final Navigation navigation = new Navigation();
    private final List<String> seen = new ArrayList<>();

    NavigationTest() {
        navigation.place().addListener((at, was, now) -> seen.add(now.toString()));
        navigation.onAgain(() -> seen.add("again"));
    }

    @Test
    void theCurrentScreenIsShownAgain() {
        Location terminal = new Location.SandboxScreen("shop", ScreenKind.TERMINAL);
        navigation.go(terminal);
        navigation.screen(ScreenKind.TERMINAL);
        assertThat(seen).containsExactly(terminal.toString(), "again");
    }

    @Test
    void anotherScreenIsNotTheSameAgain() {
        navigation.go(new Location.SandboxScreen("shop", ScreenKind.TERMINAL));
        navigation.screen(ScreenKind.CHANGES);
        assertThat(seen).hasSize(2).doesNotContain("again");
        assertThat(navigation.place().get()).isEqualTo(new Location.SandboxScreen("shop", ScreenKind.CHANGES));
    }
}
