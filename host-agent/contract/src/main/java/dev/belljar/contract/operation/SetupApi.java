package dev.belljar.contract.operation;

import dev.belljar.contract.environment.SetupReport;
import dev.belljar.contract.environment.SetupStatus;
import dev.belljar.contract.sandbox.SandboxState;

/// The operations on the setup of a project's environment in a sandbox.
public final class SetupApi {
    public static final Operation<Empty, SetupReport> REPORT = Operation.get("setup", "/sandboxes/{id}/setup")
            .about(
                    "Returns the status of the setup of the project's environment in a sandbox, the end of its log, "
                            + "and what the setup downloaded.",
                    "The report.")
            .answers(SetupReport.class);

    public static final Operation<Empty, SetupStatus> BEGIN = Operation.post("beginSetup", "/sandboxes/{id}/setup")
            .about(
                    "Starts setting up the project's accepted environment in a running sandbox, even if it was set up"
                            + " before; returns immediately.",
                    "The setup.")
            .in(SandboxState.RUNNING)
            .answers(SetupStatus.class);

    public static final Operation<Empty, SetupStatus> CANCEL = Operation.delete("cancelSetup", "/sandboxes/{id}/setup")
            .about("Cancels a sandbox's running setup; the response is sent when it has ended.", "The setup.")
            .answers(SetupStatus.class);

    private SetupApi() {}
}
