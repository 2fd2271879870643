package dev.belljar.contract.request.sandbox;

/// Asks to move a sandbox to the trash; with `now` at once, without fetching its work first.
public record DestroySandbox(boolean now) {}
