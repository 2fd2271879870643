package dev.belljar.agent.sync.git;

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
