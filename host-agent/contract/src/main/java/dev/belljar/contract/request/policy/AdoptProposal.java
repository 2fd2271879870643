package dev.belljar.contract.request.policy;

/// Asks to add the rules of the proposal with this digest, and of no other text, to the project's policy.
public record AdoptProposal(String digest) {}
