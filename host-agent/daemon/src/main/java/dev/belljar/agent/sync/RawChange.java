package dev.belljar.agent.sync;

import org.jspecify.annotations.Nullable;

/// A difference between two trees as git lists it, before its review.
record RawChange(
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

    boolean deleted() {
        return status == 'D';
    }

    boolean link() {
        return newMode.equals(LINK);
    }

    boolean module() {
        return newMode.equals(MODULE);
    }

    boolean program() {
        return newMode.equals(PROGRAM);
    }

    boolean newProgram() {
        return program() && !oldMode.equals(PROGRAM);
    }

    boolean newLink() {
        return link() && !oldMode.equals(LINK);
    }
}
