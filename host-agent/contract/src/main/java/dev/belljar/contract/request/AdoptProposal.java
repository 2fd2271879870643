package dev.belljar.contract.request;

/// Make the proposal that was shown, and no other text, part of the project's policy.
public record AdoptProposal(String digest) {}
