package dev.belljar.contract.request.work;

import java.util.List;

/// Asks to put the reviewed commit on the project's branch `belljar/<sandbox>`.
///
/// `commit` is the reviewed tip: if the workspace has changed since, the request is refused. `allowed` lists the
/// risky paths the user accepted; the other risky paths keep the base's content.
public record AcceptSync(String commit, List<String> allowed) {
    public AcceptSync {
        allowed = List.copyOf(allowed);
    }
}
