package dev.belljar.app.recorded;

import dev.belljar.client.AgentException;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;

/// The problems that the recorded agent answers with.
final class RecordedRefusal {
    private RecordedRefusal() {}

    /// A request for something that was not recorded.
    static AgentException recordingHasNo(String what) {
        return new AgentException(
                Problem.of(
                        ProblemCode.UNAVAILABLE,
                        "sample data",
                        "The sample data has no " + what + ".",
                        "Open the window without --recorded to work with real sandboxes."),
                null);
    }

    /// A request that the host agent refuses.
    static AgentException of(ProblemCode code, String detail, String hint) {
        return new AgentException(Problem.of(code, "no answer", detail, hint), null);
    }
}
