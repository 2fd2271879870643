package dev.belljar.agent.snapshot;

import dev.belljar.agent.host.HostFolders;
import dev.belljar.agent.vm.MachineSpec;
import dev.belljar.agent.vm.VmDriver;
import dev.belljar.agent.vmstate.ChecksumVerifier;
import dev.belljar.agent.vmstate.SavedState;
import dev.belljar.agent.vmstate.SavedStateException;
import dev.belljar.contract.problem.BelljarException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Templates in folders named after their launch plan and the key of their template setup. So a template made
/// under another QEMU, image or shape is never used. A damaged template is deleted and made again.
///
/// A template with an older setup is used all the same, while one with the current setup is made in the
/// background.
public final class SavedTemplates implements TemplateStore, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SavedTemplates.class);

    private static final Duration QUIET = Duration.ofSeconds(20);

    private final HostFolders folders;
    private final VmDriver driver;
    private final CleanMachine.Linker linker;
    private final ChecksumVerifier verifier;
    private final TemplateSetup setup;
    private final Set<String> failed = ConcurrentHashMap.newKeySet();
    private final Map<String, ReentrantLock> making = new ConcurrentHashMap<>();
    private @Nullable Thread refitting;

    public SavedTemplates(
            HostFolders folders,
            VmDriver driver,
            CleanMachine.Linker linker,
            ChecksumVerifier verifier,
            TemplateSetup setup) {
        this.folders = folders;
        this.driver = driver;
        this.linker = linker;
        this.verifier = verifier;
        this.setup = setup;
    }

    /// Ends and deletes the machines from which an earlier host agent was making templates.
    ///
    /// @throws IOException when the folder cannot be read
    public void sweep() throws IOException, InterruptedException {
        Path root = folders.data().resolve("templates");
        if (!Files.isDirectory(root)) {
            return;
        }
        try (DirectoryStream<Path> making = Files.newDirectoryStream(root, CleanMachine.ASIDE + "*")) {
            for (Path folder : making) {
                new CleanMachine(folders, driver, linker, setup).sweep(folder);
            }
        }
    }

    @Override
    public Optional<SavedState> of(MachineSpec shape, Progress progress) throws BelljarException, InterruptedException {
        String plan = driver.plan(shape);
        String name = name(plan);
        Optional<SavedState> found = find(name);
        if (found.isPresent()) {
            return found;
        }
        for (Path other : saved(plan)) {
            Optional<SavedState> kept = find(String.valueOf(other.getFileName()));
            if (kept.isPresent()) {
                refit(shape, plan);
                return kept;
            }
        }
        ReentrantLock one = making.computeIfAbsent(plan, key -> new ReentrantLock());
        progress.at("waiting until the template is created");
        one.lockInterruptibly();
        try {
            Optional<SavedState> meanwhile = find(name);
            if (meanwhile.isPresent() || failed.contains(name)) {
                return meanwhile;
            }
            return Optional.of(make(shape, plan, name, progress));
        } finally {
            one.unlock();
        }
    }

    /// Makes the template with the current setup, after the start that needed a template is served.
    private synchronized void refit(MachineSpec shape, String plan) {
        String name = name(plan);
        if (refitting == null && failed.add(name)) {
            refitting = Thread.ofVirtual().name("template-setup").start(() -> refitted(shape, plan, name));
        }
    }

    private void refitted(MachineSpec shape, String plan, String name) {
        ReentrantLock one = making.computeIfAbsent(plan, key -> new ReentrantLock());
        try {
            Thread.sleep(QUIET);
            one.lockInterruptibly();
            try {
                SavedState _ = make(shape, plan, name, step -> {});
                LOG.info("template {} was recreated with the current setup", name);
            } finally {
                one.unlock();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (BelljarException e) {
            LOG.warn("template {} could not be recreated with the current setup: {}", name, e.getMessage());
        } finally {
            synchronized (this) {
                refitting = null;
            }
        }
    }

    /// Cancels the work in the background.
    @Override
    public void close() {
        Thread running;
        synchronized (this) {
            running = refitting;
        }
        if (running != null) {
            running.interrupt();
            try {
                running.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public Map<String, String> identity(String plan) {
        return CleanMachine.identity(saved(plan).stream().findFirst().orElse(folder(plan)));
    }

    private String name(String plan) {
        String key = setup.key();
        return key.isEmpty() ? plan : plan + "-" + key;
    }

    /// The templates for this plan with any setup, the newest first.
    private List<Path> saved(String plan) {
        try {
            return UsedLayers.entries(folders.data().resolve("templates")).stream()
                    .filter(folder -> TemplateShape.planOf(folder).equals(plan))
                    .sorted(Comparator.comparingLong(
                                    (Path folder) -> folder.toFile().lastModified())
                            .reversed())
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    private Optional<SavedState> find(String name) {
        Path folder = folder(name);
        if (!Files.isDirectory(folder)) {
            return Optional.empty();
        }
        try {
            SavedState template = SavedState.open(folder);
            verifier.check(template);
            return Optional.of(template);
        } catch (SavedStateException e) {
            LOG.warn("template {} will be recreated: {}", name, e.getMessage());
            return Optional.empty();
        }
    }

    private SavedState make(MachineSpec shape, String plan, String name, Progress progress)
            throws BelljarException, InterruptedException {
        boolean made = false;
        try {
            SavedState template =
                    new CleanMachine(folders, driver, linker, setup).save(shape, plan, folder(name), progress);
            made = true;
            failed.remove(name);
            return template;
        } catch (InterruptedException e) {
            made = true; // not a failure: whoever asks next makes it
            throw e;
        } finally {
            if (!made) {
                // This host agent does not try again: every start would wait for the attempt and then boot all
                // the same.
                failed.add(name);
            }
        }
    }

    private Path folder(String name) {
        return folders.data().resolve("templates").resolve(name);
    }
}
