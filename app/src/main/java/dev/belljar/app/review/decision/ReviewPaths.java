package dev.belljar.app.review.decision;

/// The parts of a path.
public final class ReviewPaths {
    private ReviewPaths() {}

    /// The last part of a path.
    public static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /// All but the last part of a path; empty for a file in the project's folder.
    public static String folder(String path) {
        int slash = path.lastIndexOf('/');
        return slash < 0 ? "" : path.substring(0, slash);
    }
}
