package dev.belljar.agent.snapshot;

import dev.belljar.agent.host.DurableFile;
import dev.belljar.agent.host.FileTrees;
import dev.belljar.agent.host.HostFolders;
import dev.belljar.agent.host.SparseFile;
import dev.belljar.agent.vm.MachineSpec;
import dev.belljar.agent.vm.VmDriver;
import dev.belljar.agent.vm.launch.MachineFiles;
import dev.belljar.agent.vmstate.ChecksumVerifier;
import dev.belljar.agent.vmstate.SavedState;
import dev.belljar.agent.vmstate.SavedStateException;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import dev.belljar.contract.problem.BelljarException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The templates of all projects, each in its own folder, which is written under another name, flushed and
/// renamed, so that a template is complete or absent.
///
/// A file with the name of each sandbox in which a template is being prepared is written before that sandbox
/// exists, so that the next host agent finds and deletes it.
public final class ProjectTemplateStore {
    private static final Logger LOG = LoggerFactory.getLogger(ProjectTemplateStore.class);
    private static final String METADATA = "template.json";
    private static final String LOG_FILE = "setup.log";
    private static final String USED = "used";
    private static final String GONE = ".gone-";
    private static final String DISK = ".disk-";
    private static final String PREPARING = ".preparing-";

    private final HostFolders folders;
    private final VmDriver driver;
    private final CleanMachine.Linker linker;
    private final ChecksumVerifier verifier;
    private final Map<String, StoredTemplate> all = new ConcurrentHashMap<>();

    public ProjectTemplateStore(
            HostFolders folders, VmDriver driver, CleanMachine.Linker linker, ChecksumVerifier verifier) {
        this.folders = folders;
        this.driver = driver;
        this.linker = linker;
        this.verifier = verifier;
    }

    /// Reads the templates; ends and deletes what a killed host agent had not finished.
    ///
    /// @throws IOException when the folder cannot be read
    public void open() throws IOException, InterruptedException {
        Files.createDirectories(
                root(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        DurableFile.sweep(root());
        try (DirectoryStream<Path> found = Files.newDirectoryStream(root())) {
            for (Path path : found) {
                take(path, String.valueOf(path.getFileName()));
            }
        }
    }

    private void take(Path path, String name) throws InterruptedException {
        if (name.startsWith(CleanMachine.ASIDE)) {
            new CleanMachine(folders, driver, linker, TemplateSetup.NONE).sweep(path);
        } else if (name.startsWith(GONE) || name.startsWith(DISK)) {
            FileTrees.delete(path);
        } else if (!name.startsWith(".") && Files.isDirectory(path)) {
            read(path, name);
        }
    }

    private void read(Path path, String name) {
        try {
            StoredTemplate stored = ContractJson.read(Files.readString(path.resolve(METADATA)), StoredTemplate.class);
            all.put(name, stored);
        } catch (IOException | JsonFault e) {
            LOG.warn("template {} cannot be read and is deleted: {}", name, e.getMessage());
            FileTrees.delete(path);
        }
    }

    /// All templates, the newest first.
    public List<StoredTemplate> list() {
        return all.values().stream()
                .sorted(Comparator.comparingLong(StoredTemplate::created).reversed())
                .toList();
    }

    /// The template with this id.
    public Optional<StoredTemplate> find(String id) {
        return Optional.ofNullable(all.get(id));
    }

    /// The newest template with this key.
    public Optional<StoredTemplate> withKey(String key) {
        return list().stream().filter(each -> each.key().equals(key)).findFirst();
    }

    /// The saved machine of a template, verified; a damaged template is deleted and never used.
    public Optional<SavedState> state(StoredTemplate template) {
        try {
            SavedState state = SavedState.open(folder(template.id()));
            verifier.check(state);
            return Optional.of(state);
        } catch (SavedStateException e) {
            LOG.warn("template {} is damaged and is removed: {}", template.id(), e.getMessage());
            boolean _ = remove(template.id());
            return Optional.empty();
        }
    }

    /// The identity of the template's machine; empty if it is no longer known.
    public Map<String, String> identity(String id) {
        return find(id).map(_ -> CleanMachine.identity(folder(id))).orElse(Map.of());
    }

    /// Records that a sandbox starts from this template.
    public void use(String id) {
        try {
            Path file = folder(id).resolve(USED);
            Files.writeString(file, "");
            Files.setLastModifiedTime(file, FileTime.fromMillis(System.currentTimeMillis()));
        } catch (IOException e) {
            LOG.debug("template {}: its use is not recorded: {}", id, e.toString());
        }
    }

    /// When a sandbox last started from this template, in milliseconds since the epoch; null if none did.
    public @Nullable Long used(String id) {
        Path file = folder(id).resolve(USED);
        return Files.exists(file) ? file.toFile().lastModified() : null;
    }

    /// The bytes on this host that a template needs for its disk and for its memory.
    public record TemplateBytes(long disk, long memory) {}

    /// The bytes of a template; 0 for what cannot be read.
    public TemplateBytes bytes(String id) {
        try {
            SavedState state = SavedState.open(folder(id));
            long disk = SparseFile.extents(state.layer()).stream()
                    .mapToLong(SparseFile.Extent::length)
                    .sum();
            return new TemplateBytes(disk, state.size());
        } catch (IOException | SavedStateException e) {
            return new TemplateBytes(0, 0);
        }
    }

    /// The log of the setup of this template; empty if it cannot be read.
    public String log(String id) {
        try {
            return Files.readString(folder(id).resolve(LOG_FILE));
        } catch (IOException e) {
            return "";
        }
    }

    /// Takes the disk of an ended machine as that of the template with this id. The machine's own file may be
    /// deleted then, and must not be written to.
    ///
    /// @throws IOException when it cannot be linked
    public void takeDisk(String id, Path disk) throws IOException {
        Files.createLink(root().resolve(DISK + id + ".qcow2"), disk);
    }

    /// Boots a clean machine without a network from the disk that was taken, and saves it as a template.
    ///
    /// @throws BelljarException when it could not be saved; nothing of it remains
    public void save(
            StoredTemplate template,
            String log,
            MachineSpec shape,
            TemplateSetup setup,
            TemplateStore.Progress progress)
            throws BelljarException, InterruptedException {
        Path folder = root().resolve(CleanMachine.ASIDE + template.id());
        CleanMachine.TemplatePlace place = new CleanMachine.TemplatePlace(
                folder, driver.plan(shape), folder(template.id()), aside -> write(aside, template, log));
        SavedState _ = new CleanMachine(folders, driver, linker, setup).save(shape, place, progress);
        all.put(template.id(), template);
    }

    private void write(Path folder, StoredTemplate template, String log) throws IOException {
        Path disk = new MachineFiles(Files.createDirectories(folder.resolve("machine")), folder).overlay();
        Files.move(root().resolve(DISK + template.id() + ".qcow2"), disk, StandardCopyOption.ATOMIC_MOVE);
        DurableFile.write(folder.resolve(LOG_FILE), log);
        DurableFile.write(folder.resolve(METADATA), ContractJson.pretty(template) + "\n");
    }

    /// Deletes what an attempt that failed left.
    public void discard(String id) {
        FileTrees.delete(root().resolve(DISK + id + ".qcow2"));
    }

    /// Removes a template, and returns whether there was one. Its layer stays as long as another disk lies on it.
    public boolean remove(String id) {
        if (all.remove(id) == null) {
            return false;
        }
        Path gone = root().resolve(GONE + id);
        try {
            // The folder is renamed first, so that the next host agent can finish an interrupted deletion.
            Files.move(folder(id), gone, StandardCopyOption.ATOMIC_MOVE);
            FileTrees.delete(gone);
        } catch (IOException e) {
            LOG.warn("template {}: not removed completely: {}", id, e.getMessage());
            FileTrees.delete(folder(id));
        }
        return true;
    }

    /// Records that a template is about to be prepared in a sandbox with this name.
    ///
    /// @throws IOException when it cannot be recorded
    public void begin(String sandbox) throws IOException {
        DurableFile.write(root().resolve(PREPARING + sandbox), "");
    }

    /// Forgets such a sandbox, which no longer exists.
    public void ended(String sandbox) {
        FileTrees.delete(root().resolve(PREPARING + sandbox));
    }

    /// True if a template is being prepared in a sandbox with this name.
    public boolean preparing(String sandbox) {
        return Files.exists(root().resolve(PREPARING + sandbox));
    }

    /// The names of the sandboxes in which templates are being prepared, or were when a host agent was killed.
    ///
    /// @throws IOException when the folder cannot be read
    public List<String> inPreparation() throws IOException {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(root(), PREPARING + "*")) {
            List<String> names = new ArrayList<>();
            found.forEach(path -> names.add(String.valueOf(path.getFileName()).substring(PREPARING.length())));
            return names;
        }
    }

    private Path root() {
        return root(folders);
    }

    static Path root(HostFolders folders) {
        return folders.data().resolve("project-templates");
    }

    private Path folder(String id) {
        return root().resolve(id);
    }
}
