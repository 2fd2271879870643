package dev.belljar.app.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.view.process.ProcessRow;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests which processes have the name of a coding agent.
class CodingAgentsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "claude -p text",
                "/usr/lib/node_modules/@anthropic-ai/claude-code/bin/claude.exe",
                "node /usr/bin/codex exec text",
                "codex app-server --listen unix:///run/codex",
                "/usr/bin/node --no-warnings=DEP0040 /usr/bin/gemini -p text",
                "node /usr/lib/node_modules/@google/gemini-cli/dist/index.js",
                "opencode run text",
                "/opt/aider/bin/python /opt/aider/bin/aider --yes-always",
                "python3 -m aider",
                "goose session",
                "node /usr/bin/copilot",
                "bash /home/agent/.local/bin/cursor-agent"
            })
    void aCodingAgentIsRecognized(String command) {
        assertThat(CodingAgents.is(row("node", null, command.split(" ")))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "node server.js",
                "vim codex",
                "python3 gemini.py",
                "npm install @openai/codex",
                "bash -c claude",
                "goose up",
                "/usr/bin/ssh-agent",
                "/usr/lib/node_modules/@anthropic-ai/claude-code/vendor/ripgrep/rg"
            })
    void anotherProgramIsNot(String command) {
        assertThat(CodingAgents.is(row("node", null, command.split(" ")))).isFalse();
    }

    @Test
    void theNameOfTheProcessOrItsProgramFileIsEnough() {
        assertThat(CodingAgents.is(row("claude", null))).isTrue();
        assertThat(CodingAgents.is(row("main", "/usr/local/bin/opencode", "oc")))
                .isTrue();
        assertThat(CodingAgents.is(row("main", null))).isFalse();
    }

    private static ProcessRow row(String comm, @Nullable String exe, String... argv) {
        return new ProcessRow(7, 1, 70, 10, 1000, comm, exe, List.of(argv), null, 5, null, null, null, 0, 0L);
    }
}
