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
        return Problem.of(
                new ProblemCode(CODE, problem.status()),
                "different versions",
                difference(agent) + ": " + problem.detail(),
                advice(agent));
    }

    private static boolean olderAgent(int agent) {
        return agent < ApiVersion.CURRENT;
    }

    private static String difference(int agent) {
        String words = olderAgent(agent)
                ? "the running host agent is older than this program (API version %d, this program's is %d)"
                : "this program is older than the running host agent (whose API version is %d, this program's is %d)";
        return words.formatted(agent, ApiVersion.CURRENT);
    }

    private static String advice(int agent) {
        return olderAgent(agent)
                ? "Run `belljar agent stop`, then try again: this starts the installed host agent. Sandboxes keep"
                        + " running."
                : "If this is the window, close it and open it again. On the command line, use the `belljar` that the"
                        + " host agent was started with, or update this one.";
    }
}
