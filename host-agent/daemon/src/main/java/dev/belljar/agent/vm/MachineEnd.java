package dev.belljar.agent.vm;

/// How a machine ended: `orderly` if its guest powered off, with a sentence for users.
public record MachineEnd(boolean orderly, String sentence) {}
