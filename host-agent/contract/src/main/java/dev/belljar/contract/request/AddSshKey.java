package dev.belljar.contract.request;

/// Let a person's public key open a machine by ssh: one line as in a `.pub` file, without options.
public record AddSshKey(String key) {}
