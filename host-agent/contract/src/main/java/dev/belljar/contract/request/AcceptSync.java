package dev.belljar.contract.request;

import java.util.List;

/// Put the reviewed commit on the project's branch `belljar/<sandbox>`.
///
/// `commit` is the tip that was reviewed: if the machine has moved on, the request is refused. `allowed` lists the
/// risky paths the person ticked; risky paths not listed keep the base's content.
public record AcceptSync(String commit, List<String> allowed) {
    public AcceptSync {
        allowed = List.copyOf(allowed);
    }
}
