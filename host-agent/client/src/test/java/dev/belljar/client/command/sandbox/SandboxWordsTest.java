package dev.belljar.client.command.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.command.Saved;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.StorageTier;
import org.junit.jupiter.api.Test;

/// Tests texts of the commands about sandboxes.
class SandboxWordsTest {
    @Test
    void stopReportsTheStateInTheWordsOfTheList() {
        assertThat(StopCommand.words(Saved.sandbox("a", "shop", null, SandboxState.STOPPED, StorageTier.HOT)))
                .isEqualTo("shop is stopped, hot");
        assertThat(StopCommand.words(Saved.sandbox("a", "shop", null, SandboxState.STOPPED, null)))
                .isEqualTo("shop is stopped");
    }

    @Test
    void theDetachKeyIsFoundInEveryEncoding() {
        assertThat(TerminalAttachment.leaving("\u001d")).isZero();
        assertThat(TerminalAttachment.leaving("ls\u001b[93;5u")).isEqualTo(2);
        assertThat(TerminalAttachment.leaving("ls\u001b[93u]")).isNegative();
    }
}
