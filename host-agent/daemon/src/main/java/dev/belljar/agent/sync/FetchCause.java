package dev.belljar.agent.sync;

/// Why work is fetched for a review.
public enum FetchCause {
    /// A user opens the review.
    REVIEW,

    /// Nobody asked for the review: it is an automatic sync, or a client that shows figures.
    BACKGROUND
}
