package dev.belljar.contract.operation;

import dev.belljar.contract.request.work.PushCommits;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.work.PushResult;

/// The operation that puts the project's newest commits into a sandbox.
public final class PushApi {
    public static final Operation<PushCommits, PushResult> PUSH = Operation.post("push", "/sandboxes/{id}/push")
            .about(
                    "Pushes the project's new commits to the guest. The guest's branch is moved only if nothing in the "
                            + "guest is lost.",
                    "What arrived, and what happened to the guest's branch.")
            .in(SandboxState.RUNNING)
            .body(PushCommits.class)
            .answers(PushResult.class);

    private PushApi() {}
}
