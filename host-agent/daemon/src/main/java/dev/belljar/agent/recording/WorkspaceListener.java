package dev.belljar.agent.recording;

import java.util.List;

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

    /// A file or a folder in the workspace was deleted, in the git folder too.
    default void deleted(String path, boolean folder) {}

    /// Tells all of these.
    static WorkspaceListener all(List<WorkspaceListener> listeners) {
        return new WorkspaceListener() {
            @Override
            public void changed(boolean commit) {
                listeners.forEach(each -> each.changed(commit));
            }

            @Override
            public void delivered() {
                listeners.forEach(WorkspaceListener::delivered);
            }

            @Override
            public void fetched(long changes) {
                listeners.forEach(each -> each.fetched(changes));
            }

            @Override
            public void deleted(String path, boolean folder) {
                listeners.forEach(each -> each.deleted(path, folder));
            }
        };
    }
}
