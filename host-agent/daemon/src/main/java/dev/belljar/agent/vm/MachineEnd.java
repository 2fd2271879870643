package dev.belljar.agent.vm;

/// How a machine ended: in order when its guest powered off by itself, and in a sentence for people.
public record MachineEnd(boolean orderly, String sentence) {}
