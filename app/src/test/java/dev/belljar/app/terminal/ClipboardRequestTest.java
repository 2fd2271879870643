package dev.belljar.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests of requests of a guest to write to the host's clipboard, before the user is asked.
class ClipboardRequestTest {
    private final List<Runnable> tasks = new ArrayList<>();
    private final List<String> asked = new ArrayList<>();
    private boolean busy;
    private final ClipboardRequest request = new ClipboardRequest(tasks::add, () -> busy, asked::add);

    @Test
    void charactersThatCouldEndAPasteAreRemoved() {
        request.accept("ls\u001b[201~\nrm -rf ~\u0003");
        request.accept("\u001b");
        tasks.forEach(Runnable::run);
        assertThat(asked).containsExactly("ls[201~\nrm -rf ~");
        assertThat(ClipboardPrompt.measure(asked.getFirst())).isEqualTo("2 lines, 16 characters");
    }

    @Test
    void onlyOneRequestIsPendingAtATime() {
        for (int i = 0; i < 1_000; i++) {
            request.accept("wish " + i);
        }
        assertThat(tasks).hasSize(1);
        tasks.removeFirst().run();
        request.accept("another");
        tasks.removeFirst().run();
        assertThat(asked).containsExactly("wish 0", "another");
    }

    @Test
    void noRequestIsShownOverAnotherDialog() {
        busy = true;
        request.accept("words");
        tasks.removeFirst().run();
        assertThat(asked).isEmpty();
    }
}
