package dev.belljar.agent.agentstate;

import dev.belljar.agent.agentstate.GuestTree.GuestTask;
import dev.belljar.agent.environment.AgentProfileStore;
import dev.belljar.contract.environment.CodingAgent;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// The coding agents of the profiles, recognized by the name of their program or script. A guest can give any
/// program such a name.
final class KnownAgents {
    private static final long FRESH_NANOS = 10_000_000_000L;
    private static final String SUFFIX = ".exe"; // Claude Code's program is called so on Linux too

    private final Supplier<Map<String, CodingAgent>> source;
    private final LongSupplier nanos;
    private Map<String, CodingAgent> programs = Map.of();
    private long read;
    private boolean known;

    /// `source` returns the agents by the names of their programs; `nanos` is a monotonic clock.
    KnownAgents(Supplier<Map<String, CodingAgent>> source, LongSupplier nanos) {
        this.source = source;
        this.nanos = nanos;
    }

    /// The agents of these profiles, without those that are only a shell.
    static Map<String, CodingAgent> of(AgentProfileStore profiles) {
        Map<String, CodingAgent> found = new HashMap<>();
        for (AgentProfileStore.FoundProfile each : profiles.list()) {
            if (each.profile() != null) {
                CodingAgent agent = each.profile().agent();
                if (!ProgramWords.isShell(agent.command())) {
                    found.put(ProgramWords.file(agent.command().getFirst()), agent);
                }
            }
        }
        return found;
    }

    /// The agent that this process is.
    synchronized Optional<CodingAgent> of(GuestTask task) {
        long now = nanos.getAsLong();
        if (!known || now - read > FRESH_NANOS) {
            known = true;
            read = now;
            programs = source.get();
        }
        String script = ProgramWords.script(task.argv());
        if (script != null) {
            return named(script);
        }
        Optional<CodingAgent> byWord =
                task.argv().isEmpty() ? Optional.empty() : named(task.argv().getFirst());
        return byWord.isPresent() || task.exe() == null ? byWord : named(task.exe());
    }

    private Optional<CodingAgent> named(String path) {
        String file = ProgramWords.file(path);
        String name = file.endsWith(SUFFIX) ? file.substring(0, file.length() - SUFFIX.length()) : file;
        return Optional.ofNullable(programs.get(name));
    }
}
