package dev.belljar.contract.view.codingagent;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A coding agent that runs in the session of a sandbox.
///
/// `tab` is the name of its tab there; null if the machine has a session without tabs, and the client has to run
/// `command` in a terminal of its own. `running` is true if the tab was there already. `kept` are the files that were
/// not written because a person or a program changed them.
public record StartedCodingAgent(
        String agent, @Nullable String tab, boolean running, List<String> command, List<String> kept) {
    public StartedCodingAgent {
        command = List.copyOf(command);
        kept = List.copyOf(kept);
    }
}
