package dev.belljar.agent.guest;

/// What a guest says about itself when a session begins. Text is cleaned of control characters and cut at 256
/// characters.
public record GuestHello(
        int version,
        String agent,
        String bootId,
        String kernel,
        String hostname,
        long firstSeq,
        long lastSeq,
        boolean observesProcesses,
        boolean observesFiles,
        boolean observesFlows) {}
