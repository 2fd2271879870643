package dev.belljar.contract.operation;

import dev.belljar.contract.environment.AcceptedEnvironment;
import dev.belljar.contract.environment.EnvironmentProposal;
import dev.belljar.contract.request.environment.AcceptEnvironment;
import dev.belljar.contract.request.environment.ReadEnvironment;
import dev.belljar.contract.request.environment.ReadProposal;
import dev.belljar.contract.request.environment.RejectEnvironment;

/// The operations on the environments that projects propose.
public final class EnvironmentApi {
    public static final Operation<ReadProposal, EnvironmentProposal> PROPOSAL = Operation.get(
                    "environment", "/projects/environment")
            .about(
                    "Returns the environment that a project proposes in `.belljar/machine.toml` or, if it has no such "
                            + "file, in its `devcontainer.json`, together with what its coding agents need. A proposal has"
                            + " no effect until it is accepted.",
                    "The proposal, compared with what was accepted.")
            .query(ReadProposal.class)
            .answers(EnvironmentProposal.class);

    public static final Operation<Empty, EnvironmentProposal> SANDBOX_PROPOSAL = Operation.get(
                    "sandboxEnvironment", "/sandboxes/{id}/environment")
            .about(
                    "Returns the environment that the project of a sandbox proposes.",
                    "The proposal, compared with what was accepted.")
            .answers(EnvironmentProposal.class);

    public static final Operation<ReadEnvironment, AcceptedEnvironment> ACCEPTED = Operation.get(
                    "acceptedEnvironment", "/projects/environment/accepted")
            .about(
                    "Returns the environment that was accepted for the sandboxes of a project; 404 "
                            + "`environment.none` if there is none.",
                    "The accepted environment.")
            .query(ReadEnvironment.class)
            .answers(AcceptedEnvironment.class);

    public static final Operation<AcceptEnvironment, EnvironmentProposal> ACCEPT = Operation.post(
                    "acceptEnvironment", "/projects/environment/accept")
            .about(
                    "Accepts the environment that a project proposes, whole or without some of its items. If the"
                            + " project no longer proposes one, the accepted environment is removed.",
                    "The proposal, compared with what is accepted now.")
            .body(AcceptEnvironment.class)
            .answers(EnvironmentProposal.class);

    public static final Operation<RejectEnvironment, EnvironmentProposal> REJECT = Operation.post(
                    "rejectEnvironment", "/projects/environment/reject")
            .about(
                    "Rejects the environment that a project proposes. What was accepted before stays in effect.",
                    "The rejected proposal.")
            .body(RejectEnvironment.class)
            .answers(EnvironmentProposal.class);

    private EnvironmentApi() {}
}
