package dev.belljar.app.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that the text of a notification is never interpreted as markup or as an option.
class DesktopNotifierTest {
    @TempDir
    Path folder;

    @Test
    void textIsNotTakenForMarkupOrAnOption() throws Exception {
        Path program = Files.createFile(folder.resolve("notify-send"));
        assertThat(program.toFile().setExecutable(true)).isTrue();
        Notifier found = DesktopNotifier.find("relative:" + folder);
        assertThat(found).isInstanceOf(DesktopNotifier.class);
        List<String> command = ((DesktopNotifier) found).command("--help", "<a href=\"x\">&</a>" + "y".repeat(1_000));
        assertThat(command).containsSubsequence("--", "--help");
        assertThat(command.getLast())
                .startsWith("&lt;a href=\"x\"&gt;&amp;&lt;/a&gt;")
                .hasSizeLessThan(400);
    }

    @Test
    void withoutNotifySendThereAreNoNotifications() {
        assertThat(DesktopNotifier.find(folder.toString())).isNotInstanceOf(DesktopNotifier.class);
    }
}
