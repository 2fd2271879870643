package dev.belljar.agent.recording;

/// Receives what happens to a machine's workspace. The calls come from the thread of the guest link, so they must
/// return at once.
public interface WorkspaceListener {
    /// Ignores everything.
    WorkspaceListener NONE = new WorkspaceListener() {
        @Override
        public void changed(boolean commit) {}

        @Override
        public void delivered() {}

        @Override
        public void fetched(long changes) {}
    };

    /// Something was written, or events were lost; `commit` says whether it may have been a commit.
    void changed(boolean commit);

    /// The project was copied into the workspace; everything that was written before is part of it.
    void delivered();

    /// The work was fetched, with the first `changes` of all writes.
    void fetched(long changes);
}
