package dev.belljar.client.command.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.view.work.FileChange;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests the table of changed files.
class ChangeColumnsTest {
    @Test
    void aChangedPathIsNotShortened() {
        String path = "src/" + "deep/".repeat(40) + "File.java";
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ChangeColumns.of(List.of(new FileChange("M", path, null, 1, 0, false, "it could run")))
                .print(printer(out));
        assertThat(out.toString(StandardCharsets.UTF_8)).contains(path).doesNotContain("…");
    }

    private static PrintStream printer(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
}
