package dev.belljar.app.launcher;

import dev.belljar.app.text.Texts;
import dev.belljar.contract.environment.AcceptedEnvironment;
import dev.belljar.contract.environment.Environment.EnvironmentLimits;
import dev.belljar.contract.environment.EnvironmentProposal;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.request.sandbox.CreateSandbox;
import dev.belljar.contract.sandbox.MachineLimits;
import dev.belljar.contract.text.ByteCount;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The user's input for a new project, and its validation.
final class AddModel {
    private static final Texts TEXTS = Texts.of(AddModel.class);

    private final Path folder;
    private final MachineLimits most;
    private final boolean git;
    private final MachineLimits usual;
    private MachineLimits defaults;
    private String name;
    private int memoryMiB;
    private int cpus;
    private int diskMiB;
    private NetworkMode mode = NetworkMode.ASK;
    private @Nullable String emulation;

    AddModel(Path folder, boolean git, MachineLimits defaults, MachineLimits most) {
        this.folder = folder;
        this.usual = defaults;
        this.defaults = defaults;
        this.most = most;
        this.git = git;
        this.name = nameFor(folder);
        this.memoryMiB = defaults.memoryMiB();
        this.cpus = defaults.cpus();
        this.diskMiB = defaults.diskMiB();
    }

    /// True if a folder is a git repository; reads the disk.
    static boolean isRepository(Path folder) {
        return Files.exists(folder.resolve(".git"));
    }

    /// The folder's name, reduced to the characters allowed in a sandbox name.
    static String nameFor(Path folder) {
        Path last = folder.getFileName();
        String plain = (last == null ? "project" : last.toString()).toLowerCase(Locale.ROOT);
        String name = plain.replaceAll("[^a-z0-9-]+", "-").replaceAll("^-+", "");
        String cut = name.substring(0, Math.min(40, name.length())).replaceAll("-+$", "");
        return cut.isEmpty() ? "project" : cut;
    }

    Path folder() {
        return folder;
    }

    /// The folder as the host agent is asked about it.
    String path() {
        return folder.toAbsolutePath().normalize().toString();
    }

    /// Takes the limits of the accepted environment, which are the defaults of the project's sandboxes, in place of
    /// those that the user has not changed.
    void proposed(EnvironmentProposal proposal) {
        AcceptedEnvironment accepted = proposal.accepted();
        EnvironmentLimits limits = accepted == null
                ? EnvironmentLimits.DEFAULT
                : accepted.environment().limits();
        MachineLimits next = new MachineLimits(
                limit(limits.memoryMiB(), usual.memoryMiB(), most.memoryMiB()),
                limit(limits.cpus(), usual.cpus(), most.cpus()),
                limit(limits.diskMiB(), usual.diskMiB(), most.diskMiB()));
        memoryMiB = memoryMiB == defaults.memoryMiB() ? next.memoryMiB() : memoryMiB;
        cpus = cpus == defaults.cpus() ? next.cpus() : cpus;
        diskMiB = diskMiB == defaults.diskMiB() ? next.diskMiB() : diskMiB;
        defaults = next;
    }

    private static int limit(@Nullable Integer accepted, int usual, int most) {
        return accepted == null ? usual : Math.min(accepted, most);
    }

    /// What the dialog says about the environment that the project proposes.
    record ProposalText(String style, String title, String text) {}

    /// What there is to say about a proposal; empty if nothing is proposed or in effect.
    static Optional<ProposalText> environment(EnvironmentProposal proposal) {
        boolean accepted = proposal.accepted() != null;
        return switch (proposal.state()) {
            case NONE -> Optional.empty();
            case PROPOSED ->
                Optional.of(new ProposalText(
                        "warn", TEXTS.get("add.environment.proposed"), TEXTS.get("add.environment.proposed.text")));
            case CHANGED ->
                Optional.of(new ProposalText(
                        "warn", TEXTS.get("add.environment.changed"), TEXTS.get("add.environment.changed.text")));
            case ACCEPTED -> Optional.of(inEffect());
            case REJECTED -> accepted ? Optional.of(inEffect()) : Optional.empty();
            case INVALID ->
                Optional.of(new ProposalText(
                        "danger",
                        TEXTS.get("add.environment.invalid"),
                        TEXTS.get(accepted ? "add.environment.changed.text" : "add.environment.invalid.text")));
        };
    }

    private static ProposalText inEffect() {
        return new ProposalText(
                "ok", TEXTS.get("add.environment.accepted"), TEXTS.get("add.environment.accepted.text"));
    }

    /// True if the folder is a git repository; otherwise the user must consent to capture it.
    boolean git() {
        return git;
    }

    String name() {
        return name;
    }

    int memoryMiB() {
        return memoryMiB;
    }

    int cpus() {
        return cpus;
    }

    int diskMiB() {
        return diskMiB;
    }

    MachineLimits most() {
        return most;
    }

    void name(String next) {
        name = next.strip();
    }

    void memoryMiB(int next) {
        memoryMiB = next;
    }

    void cpus(int next) {
        cpus = next;
    }

    void diskMiB(int next) {
        diskMiB = next;
    }

    /// The consequences of emulation on this host, if the user must accept it before a sandbox can start.
    Optional<String> emulation() {
        return Optional.ofNullable(emulation);
    }

    /// Asks for consent with this text; null if consent was given or is not needed.
    void emulation(@Nullable String sentence) {
        emulation = sentence;
    }

    /// The network mode of the new sandbox; initially *ask*, since the window can show approvals.
    NetworkMode networkMode() {
        return mode;
    }

    void networkMode(NetworkMode next) {
        mode = next;
    }

    /// The reason why the sandbox cannot be created, as text for the user.
    Optional<String> complaint() {
        if (!name.matches("[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?")) {
            return Optional.of(TEXTS.get("add.name.bad"));
        } else if (cpus > most.cpus()) {
            return Optional.of(TEXTS.get("add.cpus.bad", most.cpus()));
        } else if (memoryMiB > most.memoryMiB()) {
            return Optional.of(TEXTS.get("add.memory.bad", ByteCount.ofMiB(most.memoryMiB())));
        } else if (diskMiB > most.diskMiB()) {
            return Optional.of(TEXTS.get("add.disk.bad", ByteCount.ofMiB(most.diskMiB())));
        }
        return Optional.empty();
    }

    /// The request to create and start the sandbox; `plain` if the user consented to capture a
    /// folder that is not a repository.
    CreateSandbox request(boolean plain) {
        return new CreateSandbox(
                path(),
                name,
                changed(memoryMiB, defaults.memoryMiB()),
                changed(cpus, defaults.cpus()),
                changed(diskMiB, defaults.diskMiB()),
                mode,
                plain,
                true);
    }

    /// Null for the default, which the host agent knows even if the proposal has not been read yet.
    private static @Nullable Integer changed(int value, int usual) {
        return value == usual ? null : (Integer) value;
    }
}
