package dev.belljar.agent.sync.git;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A difference between two trees as git lists it, before its review.
public record RawChange(
        char status,
        String oldMode,
        String newMode,
        String oldId,
        String newId,
        GitPath path,
        @Nullable GitPath from) {
    private static final String LINK = "120000";
    private static final String MODULE = "160000";
    private static final String PROGRAM = "100755";

    /// A hash of what is at the path before and after, for these hunks of it, or all if there are none.
    ///
    /// A guest must not be able to make two changes with the same hash: a decision about one is used for the other.
    public String content(List<Integer> hunks) {
        String all = String.join(" ", oldMode, oldId, newMode, newId, hunks.toString());
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(all.getBytes(StandardCharsets.US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java runtime has no SHA-256", e);
        }
    }

    public boolean deleted() {
        return status == 'D';
    }

    public boolean link() {
        return newMode.equals(LINK);
    }

    public boolean module() {
        return newMode.equals(MODULE);
    }

    public boolean program() {
        return newMode.equals(PROGRAM);
    }

    public boolean newProgram() {
        return program() && !oldMode.equals(PROGRAM);
    }

    public boolean newLink() {
        return link() && !oldMode.equals(LINK);
    }
}
