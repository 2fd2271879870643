package dev.belljar.agent.session;

import org.jspecify.annotations.Nullable;

/// What a session is called: after the git branch, in characters that Zellij, tmux and a web address all take.
public final class SessionName {
    /// Its socket lies at `/tmp/zellij-1000/contract_version_1/NAME`, and a socket's path has 107 bytes.
    static final int LONGEST = 40;

    /// What a template's session is called until its machine has a branch.
    public static final String NOBODY = "belljar";

    private static final String USUAL = "main";
    private static final String ANY = "[^/\\p{Cntrl}]{1,100}";

    private SessionName() {}

    /// The name for this branch; `main` without one, or for one of which nothing is left.
    public static String of(@Nullable String branch) {
        String plain = branch == null
                ? ""
                : branch.replaceAll("[^A-Za-z0-9_-]+", "-")
                        .replaceAll("-{2,}", "-")
                        .replaceAll("^-+|-+$", "");
        String cut = plain.substring(0, Math.min(plain.length(), LONGEST)).replaceAll("-+$", "");
        return cut.isEmpty() ? USUAL : cut;
    }

    /// True for what Zellij lets a session be called; a person may call theirs what they like.
    static boolean valid(String name) {
        return name.matches(ANY) && !name.equals(".") && !name.equals("..");
    }
}
