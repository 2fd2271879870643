package offenders.agent.sync;

import org.eclipse.jgit.lib.ObjectId;

/// Reads git's objects in the host agent itself, which is forbidden.
final class ReadsRepositories {
    private ReadsRepositories() {}

    static ObjectId none() {
        return ObjectId.zeroId();
    }
}
