package dev.belljar.app.process;

import dev.belljar.contract.view.process.ProcessRow;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Recognizes coding agents by the name of their program or script.
///
/// A guest can give any program such a name, so the result is only for display.
public final class CodingAgents {
    private static final Set<String> PROGRAMS = Set.of(
            "aider",
            "amp",
            "claude",
            "codex",
            "copilot",
            "crush",
            "cursor-agent",
            "gemini",
            "goose",
            "opencode",
            "qwen");
    private static final List<String> PACKAGES = List.of(
            "/@anthropic-ai/claude-code/",
            "/@github/copilot/",
            "/@google/gemini-cli/",
            "/@openai/codex/",
            "/@qwen-code/qwen-code/",
            "/@sourcegraph/amp/",
            "/opencode-ai/",
            "/cursor-agent/versions/");
    /// Programs whose name another tool has too; only these subcommands are the agent's.
    private static final Map<String, Set<String>> SUBCOMMANDS = Map.of("goose", Set.of("session", "run", "acp", "web"));
    private static final String SUFFIX = ".exe"; // Claude Code's program is called so on Linux too

    private CodingAgents() {}

    /// True if the process is a program with the name of a coding agent, or an interpreter that runs such a script.
    public static boolean is(ProcessRow row) {
        List<String> argv = row.argv();
        Optional<String> script = ScriptName.script(argv);
        if (script.isPresent()) {
            return named(script.get(), argv) || PACKAGES.stream().anyMatch(script.get()::contains);
        }
        return named(row.comm(), argv)
                || named(argv.isEmpty() ? null : argv.getFirst(), argv)
                || named(row.exe(), argv);
    }

    private static boolean named(@Nullable String path, List<String> argv) {
        if (path == null) {
            return false;
        }
        String file = ScriptName.file(path);
        String name = file.endsWith(SUFFIX) ? file.substring(0, file.length() - SUFFIX.length()) : file;
        Set<String> only = SUBCOMMANDS.get(name);
        return PROGRAMS.contains(name) && (only == null || argv.stream().skip(1).anyMatch(only::contains));
    }
}
