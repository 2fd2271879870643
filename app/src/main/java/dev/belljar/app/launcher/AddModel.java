package dev.belljar.app.launcher;

import dev.belljar.app.text.Texts;
import dev.belljar.contract.policy.PolicyPreset;
import dev.belljar.contract.request.CreateSandbox;
import dev.belljar.contract.sandbox.MachineLimits;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a person enters to add a project, and whether it can be created as it stands.
final class AddModel {
    private static final Texts TEXTS = Texts.of(AddModel.class);

    private final Path folder;
    private final MachineLimits most;
    private final boolean git;
    private String name;
    private int memoryMiB;
    private int cpus;
    private int diskMiB;
    private PolicyPreset preset = PolicyPreset.ASK;
    private @Nullable String emulation;

    AddModel(Path folder, boolean git, MachineLimits defaults, MachineLimits most) {
        this.folder = folder;
        this.most = most;
        this.git = git;
        this.name = nameFor(folder);
        this.memoryMiB = defaults.memoryMiB();
        this.cpus = defaults.cpus();
        this.diskMiB = defaults.diskMiB();
    }

    /// Whether a folder is a git repository; asks the disk.
    static boolean isRepository(Path folder) {
        return Files.exists(folder.resolve(".git"));
    }

    /// The folder's name in the letters a sandbox may have.
    static String nameFor(Path folder) {
        Path last = folder.getFileName();
        String plain = (last == null ? "project" : last.toString()).toLowerCase(Locale.ROOT);
        String name = plain.replaceAll("[^a-z0-9-]+", "-").replaceAll("^-+|-+$", "");
        String cut = name.length() > 40 ? name.substring(0, 40) : name;
        return cut.isEmpty() ? "project" : cut;
    }

    Path folder() {
        return folder;
    }

    /// Whether the folder is a git repository; a plain one must be agreed to.
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

    /// What emulation means here, when the person has to accept it before a sandbox can start.
    Optional<String> emulation() {
        return Optional.ofNullable(emulation);
    }

    /// Asks for consent with this sentence; none when the person gave it, or none is needed.
    void emulation(@Nullable String sentence) {
        emulation = sentence;
    }

    /// What its network does with what no rule speaks of; asked, since there is a window to ask in.
    PolicyPreset preset() {
        return preset;
    }

    void preset(PolicyPreset next) {
        preset = next;
    }

    /// Why it cannot be created, in words for the person.
    Optional<String> complaint() {
        if (!name.matches("[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?")) {
            return Optional.of(TEXTS.get("add.name.bad"));
        } else if (cpus > most.cpus()) {
            return Optional.of(TEXTS.get("add.cpus.bad", most.cpus()));
        } else if (memoryMiB > most.memoryMiB()) {
            return Optional.of(TEXTS.get("add.memory.bad", most.memoryMiB()));
        }
        return Optional.empty();
    }

    /// The request, not to start it yet; `plain` when the person agreed to capture a folder that is not
    /// a repository.
    CreateSandbox request(boolean plain) {
        return new CreateSandbox(folder.toAbsolutePath().toString(), name, memoryMiB, cpus, diskMiB, plain, false);
    }
}
