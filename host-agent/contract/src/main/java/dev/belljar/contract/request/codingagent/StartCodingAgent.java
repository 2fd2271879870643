package dev.belljar.contract.request.codingagent;

import java.util.List;

/// Asks to start a coding agent in the session, with these arguments after those of its profile.
public record StartCodingAgent(List<String> arguments) {
    public StartCodingAgent {
        arguments = List.copyOf(arguments);
    }
}
