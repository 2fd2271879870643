package dev.belljar.agent.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.host.Command;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/// Tests the messages of failures of git.
class SyncFaultsTest {
    @Test
    void aGitThatEndedWithoutAMessageIsReportedWithItsExitCode() {
        Command.Output killed = new Command.Output(137, new byte[0], new byte[0]);
        assertThat(SyncFaults.git("prune-packed", killed))
                .hasMessage("git prune-packed failed: exit code 137, without a message");
    }

    @Test
    void theLastMessageOfGitIsReported() {
        Command.Output failed = new Command.Output(128, new byte[0], "fatal: bad\n".getBytes(StandardCharsets.UTF_8));
        assertThat(SyncFaults.git("repack", failed)).hasMessage("git repack failed: fatal: bad");
    }
}
