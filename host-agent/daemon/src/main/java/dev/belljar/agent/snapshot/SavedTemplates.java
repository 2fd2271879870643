package dev.belljar.agent.snapshot;

import dev.belljar.agent.frozen.FrozenException;
import dev.belljar.agent.frozen.FrozenMachine;
import dev.belljar.agent.frozen.Seals;
import dev.belljar.agent.host.Folders;
import dev.belljar.agent.vm.MachineSpec;
import dev.belljar.agent.vm.VmDriver;
import dev.belljar.contract.codec.Json;
import dev.belljar.contract.codec.JsonFault;
import dev.belljar.contract.problem.BelljarException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Templates in folders named after the launch plan they fit, so that one made under another QEMU, image or shape
/// is never used. One that is damaged is thrown away and made again.
public final class SavedTemplates implements Templates {
    private static final Logger LOG = LoggerFactory.getLogger(SavedTemplates.class);

    private final Folders folders;
    private final VmDriver driver;
    private final CleanMachine.Linker linker;
    private final Seals seals;
    private final Set<String> failed = ConcurrentHashMap.newKeySet();
    private final Map<String, ReentrantLock> making = new ConcurrentHashMap<>();

    public SavedTemplates(Folders folders, VmDriver driver, CleanMachine.Linker linker, Seals seals) {
        this.folders = folders;
        this.driver = driver;
        this.linker = linker;
        this.seals = seals;
    }

    /// Ends and deletes the clean machines that an earlier host agent was making templates of.
    ///
    /// @throws IOException when the folder cannot be read
    public void sweep() throws IOException, InterruptedException {
        Path root = folders.data().resolve("templates");
        if (!Files.isDirectory(root)) {
            return;
        }
        try (DirectoryStream<Path> making = Files.newDirectoryStream(root, CleanMachine.ASIDE + "*")) {
            for (Path folder : making) {
                String plan = String.valueOf(folder.getFileName()).substring(CleanMachine.ASIDE.length());
                new CleanMachine(folders, driver, linker).sweep(plan);
            }
        }
    }

    @Override
    public Optional<FrozenMachine> of(MachineSpec shape, Progress progress)
            throws BelljarException, InterruptedException {
        String plan = driver.plan(shape);
        Optional<FrozenMachine> found = find(plan);
        if (found.isPresent()) {
            return found;
        }
        ReentrantLock one = making.computeIfAbsent(plan, key -> new ReentrantLock());
        progress.at("another sandbox makes a template of it");
        one.lockInterruptibly();
        try {
            Optional<FrozenMachine> meanwhile = find(plan);
            if (meanwhile.isPresent() || failed.contains(plan)) {
                return meanwhile;
            }
            return Optional.of(make(shape, plan, progress));
        } finally {
            one.unlock();
        }
    }

    @Override
    public Map<String, String> identity(String plan) {
        try {
            Map<String, String> identity = new HashMap<>();
            Json.readMap(Files.readString(folder(plan).resolve(CleanMachine.IDENTITY)))
                    .forEach((name, value) -> identity.put(name, String.valueOf(value)));
            return Map.copyOf(identity);
        } catch (IOException | JsonFault e) {
            LOG.warn("template {}: who it was is not known: {}", plan, e.getMessage());
            return Map.of();
        }
    }

    private Optional<FrozenMachine> find(String plan) {
        Path folder = folder(plan);
        if (!Files.isDirectory(folder)) {
            return Optional.empty();
        }
        try {
            FrozenMachine template = FrozenMachine.open(folder);
            seals.check(template);
            return Optional.of(template);
        } catch (FrozenException e) {
            LOG.warn("template {} is made again: {}", plan, e.getMessage());
            return Optional.empty();
        }
    }

    private FrozenMachine make(MachineSpec shape, String plan, Progress progress)
            throws BelljarException, InterruptedException {
        boolean made = false;
        try {
            FrozenMachine template =
                    new CleanMachine(folders, driver, linker).save(shape, plan, folder(plan), progress);
            made = true;
            return template;
        } catch (InterruptedException e) {
            made = true; // not a failure: whoever asks next makes it
            throw e;
        } finally {
            if (!made) {
                // Not tried again by this host agent: every start would wait for it, and boot all the same.
                failed.add(plan);
            }
        }
    }

    private Path folder(String plan) {
        return folders.data().resolve("templates").resolve(plan);
    }
}
