package dev.belljar.client;

import dev.belljar.contract.operation.ApiVersion;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;

/// Says which side is older, and what to do, when client and host agent do not understand each other because their
/// versions of the API differ.
final class OtherVersion {
    static final String CODE = "agent.other-version";

    private OtherVersion() {}

    /// The problem of a request that failed, with both versions if they differ.
    static Problem explained(Problem problem, int agent) {
        if (agent == ApiVersion.CURRENT) {
            return problem;
        }
        boolean olderAgent = agent < ApiVersion.CURRENT;
        String detail = olderAgent
                ? "the running host agent is older than this program (API version %d, this program's is %d): %s"
                : "this program is older than the running host agent (whose API version is %d, this program's is %d): %s";
        String hint = olderAgent
                ? "Run `belljar agent stop`, then try again, which starts the installed host agent. Machines keep"
                        + " running."
                : "If this is the window, close it and open it again. On the command line, use the `belljar` that the"
                        + " host agent was started with, or update this one.";
        return Problem.of(
                new ProblemCode(CODE, problem.status()),
                "different versions",
                detail.formatted(agent, ApiVersion.CURRENT, problem.detail()),
                hint);
    }
}
