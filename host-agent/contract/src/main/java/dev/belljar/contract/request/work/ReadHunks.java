package dev.belljar.contract.request.work;

/// Requests the hunks of one file in an entry of a review.
public record ReadHunks(String entry, String path) {}
