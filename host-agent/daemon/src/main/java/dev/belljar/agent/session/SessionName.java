package dev.belljar.agent.session;

import org.jspecify.annotations.Nullable;

/// Derives the name of a session from the git branch, in characters that Zellij, tmux and URLs all accept.
public final class SessionName {
    /// Zellij's socket is `/tmp/zellij-1000/contract_version_1/NAME`, and a socket's path has at most 107 bytes.
    static final int LONGEST = 40;

    /// The name of a template's session until its machine has a git branch.
    public static final String NOBODY = "belljar";

    private static final String USUAL = "main";
    private static final String ANY = "[^/\\p{Cntrl}]{1,100}";

    private SessionName() {}

    /// The name for this branch; `main` if there is none or no valid character remains.
    public static String of(@Nullable String branch) {
        String plain = branch == null
                ? ""
                : branch.replaceAll("[^A-Za-z0-9_-]+", "-")
                        .replaceAll("-{2,}", "-")
                        .replaceAll("^-+|-+$", "");
        String cut = plain.substring(0, Math.min(plain.length(), LONGEST)).replaceAll("-+$", "");
        return cut.isEmpty() ? USUAL : cut;
    }

    /// True if Zellij accepts the name; users may rename their sessions.
    static boolean valid(String name) {
        return name.matches(ANY) && !name.equals(".") && !name.equals("..");
    }
}
