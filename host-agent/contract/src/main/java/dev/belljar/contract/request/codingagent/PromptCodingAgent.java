package dev.belljar.contract.request.codingagent;

import java.util.List;

/// Asks how to run a coding agent once with this text, and with these arguments after those of its profile.
public record PromptCodingAgent(String text, List<String> arguments) {
    public PromptCodingAgent {
        arguments = List.copyOf(arguments);
    }
}
