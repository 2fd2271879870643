package dev.belljar.app.review.decision;

/// A hunk of a file: the place in the queue where the user is.
public record ReviewSpot(ReviewedFile file, int hunk) {}
