package dev.belljar.agent.branch;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.view.work.FileContents;
import dev.belljar.contract.view.work.WorkspaceComparison;

/// The API's operations that compare workspaces of snapshots and sandboxes, given by id or name.
public interface ComparisonOperations {
    /// Compares two workspaces: of snapshots, or of running sandboxes as they are now.
    WorkspaceComparison compare(String from, String to) throws BelljarException, InterruptedException;

    /// Both sides of one path of a comparison: `snapshot` is one of the two compared snapshots or sandboxes,
    /// `base` and `tip` are the comparison's commits.
    FileContents contents(String snapshot, String base, String tip, String path)
            throws BelljarException, InterruptedException;
}
