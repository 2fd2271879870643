package dev.belljar.client.command.sandbox.run;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.environment.EnvironmentReview;
import dev.belljar.contract.environment.AcceptedEnvironment;
import dev.belljar.contract.environment.CodingAgent;
import dev.belljar.contract.environment.EnvironmentProposal;
import dev.belljar.contract.environment.EnvironmentState;
import dev.belljar.contract.operation.EnvironmentApi;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.environment.ReadProposal;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Has the user accept what a coding agent needs in the sandboxes of a project, once. With `yes`, the proposal is
/// shown and accepted without a question, and without its risky items.
record EnvironmentAcceptance(CommandSession session, AgentClient agent, Path project, boolean yes) {
    private static final ProblemCode NOT_ACCEPTED = new ProblemCode("codingagent.not-accepted", 409);
    private static final ProblemCode INVALID = new ProblemCode("environment.file-invalid", 422);

    /// Returns when the agent is accepted.
    ///
    /// @throws AgentException when the user did not accept it
    void require(String name, String title) throws AgentException, InterruptedException {
        EnvironmentProposal proposal = agent.call(EnvironmentApi.PROPOSAL, new ReadProposal(project.toString(), name));
        if (proposal.state() == EnvironmentState.ACCEPTED) {
            return;
        }
        if (proposal.state() == EnvironmentState.INVALID) {
            throw ProjectSandbox.problem(
                    INVALID, String.valueOf(proposal.problem()), "Correct the file, then run the command again.");
        }
        if (unchanged(proposal, name)) {
            hint(proposal);
            return;
        }
        EnvironmentReview review = new EnvironmentReview(session, proposal).forAgent(name);
        session.line("%s in the sandboxes of %s:", title, project);
        review.show();
        if (!yes) {
            switch (review.ask()) {
                case ACCEPTED -> {}
                case NOT_ACCEPTED ->
                    throw ProjectSandbox.problem(NOT_ACCEPTED, "%s was not accepted".formatted(title), null);
                case NOT_ASKED ->
                    throw ProjectSandbox.problem(
                            NOT_ACCEPTED,
                            "%s needs what is listed above, and there is no terminal to ask on".formatted(title),
                            "Use --yes to accept it without its risky items.");
            }
        }
        review.report(review.accept());
    }

    /// True if the agent was accepted as it is now, and only something else of the project has changed.
    private static boolean unchanged(EnvironmentProposal proposal, String name) {
        AcceptedEnvironment accepted = proposal.accepted();
        Optional<CodingAgent> now = proposal.environment().agent(name);
        return accepted != null
                && now.isPresent()
                && accepted.environment().agent(name).equals(now);
    }

    /// Says so if the project proposes something that is not in effect; with `yes`, accepts it.
    void mention() throws AgentException, InterruptedException {
        EnvironmentProposal proposal = agent.call(EnvironmentApi.PROPOSAL, ReadProposal.of(project.toString()));
        if (!proposal.waiting()) {
            return;
        }
        if (yes) {
            EnvironmentReview review = new EnvironmentReview(session, proposal);
            review.show();
            review.report(review.accept());
        } else {
            hint(proposal);
        }
    }

    private void hint(EnvironmentProposal proposal) {
        @Nullable AcceptedEnvironment accepted = proposal.accepted();
        session.aside(
                "The project proposes an environment that is not in effect%s. Review it with `belljar environment accept"
                        + " %s`.",
                accepted == null ? "" : "; what you accepted earlier stays in effect", project);
    }
}
