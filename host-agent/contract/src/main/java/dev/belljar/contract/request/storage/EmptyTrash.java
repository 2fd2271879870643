package dev.belljar.contract.request.storage;

/// Asks to delete the sandboxes in the trash permanently; with `unsaved` also those whose work was not fetched.
public record EmptyTrash(boolean unsaved) {}
