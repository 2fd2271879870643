package dev.belljar.contract.request.session;

/// Asks to authorize a public key for ssh into a machine: one line as in a `.pub` file, without options.
public record AddSshKey(String key) {}
