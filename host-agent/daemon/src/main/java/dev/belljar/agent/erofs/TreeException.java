package dev.belljar.agent.erofs;

/// A file cannot be put into a tree: a limit is reached, or its path or the target of a hard link does not
/// exist.
public final class TreeException extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean limit;

    TreeException(String message) {
        this(message, false);
    }

    private TreeException(String message, boolean limit) {
        super(message);
        this.limit = limit;
    }

    static TreeException tooLarge(String message) {
        return new TreeException(message, true);
    }

    /// True if the tree would be too large.
    public boolean limit() {
        return limit;
    }
}
