package dev.belljar.app.pictures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.look.Theme;
import dev.belljar.app.recorded.RecordedAgent.Mood;
import dev.belljar.app.shell.Place;
import dev.belljar.app.shell.RoomKind;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What runs in a terminal goes on wherever in the window the person goes.
class TerminalsStayTest {
    @Test
    void aShellIsThereAsItWasWhenThePersonComesBack() {
        try (Booth booth = Booth.open(Mood.BUSY, Theme.LIGHT)) {
            booth.awaitWords(List.of("shop"));
            Shots.enter(booth, "shop", RoomKind.TERMINAL);
            booth.awaitWords(List.of("zellij · main"));
            booth.shell();
            booth.awaitWords(List.of("shell"));
            booth.await("both terminals", b -> booth.agent().terminals() == 2);
            booth.run(() -> booth.bench().model().go(new Place.Home()));
            booth.awaitGone("zellij · main");
            Shots.enter(booth, "shop", RoomKind.TERMINAL);
            booth.awaitWords(List.of("zellij · main", "shell"));
            booth.settle();
            assertThat(booth.agent().terminals()).isEqualTo(2);
        }
    }
}
