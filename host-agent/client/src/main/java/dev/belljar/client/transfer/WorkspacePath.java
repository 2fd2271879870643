package dev.belljar.client.transfer;

/// A path in the workspace as users write it: relative to `/workspace`, or absolute.
public final class WorkspacePath {
    private static final String WORKSPACE = "/workspace/";

    private WorkspacePath() {}

    /// The path relative to the workspace.
    public static String relative(String path) {
        String inside = path.startsWith(WORKSPACE) ? path.substring(WORKSPACE.length()) : path;
        return inside.startsWith("./") ? inside.substring(2) : inside;
    }

    /// The folder of the guest that a user means.
    public static String absolute(String folder) {
        String plain = folder.startsWith("./") ? folder.substring(2) : folder;
        String whole = plain.startsWith("/") ? plain : plain.equals(".") ? "/workspace" : WORKSPACE + plain;
        return whole.length() > 1 && whole.endsWith("/") ? whole.substring(0, whole.length() - 1) : whole;
    }
}
