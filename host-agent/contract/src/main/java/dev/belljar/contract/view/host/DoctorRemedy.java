package dev.belljar.contract.view.host;

/// What a client can do itself about a check of the doctor, without root or a terminal. Clients read a value that they
/// do not know yet as absent, and offer the command of the check.
public enum DoctorRemedy {
    BUILD_IMAGE("belljar image build"),
    REFRESH_IMAGE("belljar image refresh"),
    ACCEPT_EMULATION("belljar doctor --accept-emulation"),
    SHOW_STORAGE("belljar storage");

    private final String command;

    DoctorRemedy(String command) {
        this.command = command;
    }

    /// The command that does the same.
    public String command() {
        return command;
    }
}
