package dev.belljar.contract.view.codingagent;

import java.util.List;

/// The command that runs a coding agent once, without a terminal, in a sandbox that is prepared for it.
public record CodingAgentCommand(String agent, List<String> argv) {
    public CodingAgentCommand {
        argv = List.copyOf(argv);
    }
}
