package dev.belljar.agent.snapshot;

import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.host.FileTrees;
import dev.belljar.agent.host.HostFolders;
import dev.belljar.agent.host.ProcessIdentity;
import dev.belljar.agent.vm.Machine;
import dev.belljar.agent.vm.MachineSpec;
import dev.belljar.agent.vm.VmDriver;
import dev.belljar.agent.vmstate.SavedState;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.sandbox.MachineLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The warm pool: a few paused machines with the limits that were used last.
///
/// Each machine runs for a moment first: the cost of an emulated machine's first command is the translation of
/// its code, which is then done. Each has the folder of its future sandbox, with a marker file and no record: a
/// host agent that finds such a folder at its start ends the machine and deletes the folder.
public final class PausedMachines implements WarmPool, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PausedMachines.class);
    private static final String MARK = HostFolders.POOL_MARK;
    private static final int TRIES = 2;
    private static final Duration QUIET = Duration.ofSeconds(2);
    private static final Duration ENDED = Duration.ofSeconds(10);

    private final HostFolders folders;
    private final VmDriver driver;
    private final TemplateStore templates;
    private final CleanMachine.Linker linker;
    private final Supplier<String> ids;
    private final Size size;
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private final Map<String, Waiting> reserved = new HashMap<>();
    private @Nullable Thread filler;
    private boolean closed;

    /// The present maximum size of the pool, which depends on the host's free memory.
    public interface Size {
        int machines();
    }

    private record Waiting(String id, MachineLimits limits, Ready ready) {}

    public PausedMachines(
            HostFolders folders,
            VmDriver driver,
            TemplateStore templates,
            CleanMachine.Linker linker,
            Supplier<String> ids,
            Size size) {
        this.folders = folders;
        this.driver = driver;
        this.templates = templates;
        this.linker = linker;
        this.ids = ids;
        this.size = size;
    }

    /// Ends and deletes the machines of an earlier host agent's pool, which were never used.
    ///
    /// @throws IOException when the folder cannot be read
    public void sweep() throws IOException, InterruptedException {
        Path root = folders.data().resolve("sandboxes");
        if (!Files.isDirectory(root)) {
            return;
        }
        try (Stream<Path> found = Files.list(root)) {
            for (Path folder : found.toList()) {
                sweep(folder);
            }
        }
    }

    private void sweep(Path folder) throws IOException, InterruptedException {
        boolean marked = Files.exists(folder.resolve(MARK));
        if (!Files.exists(folder.resolve("sandbox.json"))) {
            if (marked || empty(folder)) {
                end(left(String.valueOf(folder.getFileName())), folder);
            }
        } else if (marked) {
            unclaimed(left(String.valueOf(folder.getFileName())));
            Files.delete(folder.resolve(MARK));
        }
    }

    /// Deletes a machine that was reserved for a sandbox but not resumed: the sandbox then starts as any other.
    /// Only while the machine is still paused is it certain that its disk holds no work.
    private void unclaimed(MachineSpec spec) throws InterruptedException {
        Optional<ProcessIdentity> left = driver.running(spec);
        if (left.isPresent() && left.get().killAndWait(ENDED)) {
            FileTrees.delete(spec.disk());
            FileTrees.delete(spec.sockets());
        }
    }

    private static boolean empty(Path folder) throws IOException {
        try (Stream<Path> inside = Files.list(folder)) {
            return inside.findAny().isEmpty();
        }
    }

    /// The specification that locates the files of such a machine; the image does not matter any more.
    private MachineSpec left(String id) {
        return new MachineSpec(
                id,
                "belljar",
                folders.sandbox(id).resolve("disk"),
                folders.runtime().resolve(id),
                MachineLimits.LEAST,
                CleanMachine.NOTHING,
                CleanMachine.UNPROVED,
                "52:54:00:00:00:00");
    }

    private void end(MachineSpec spec, Path folder) throws InterruptedException {
        Optional<ProcessIdentity> left = driver.running(spec);
        if (left.isEmpty() || left.get().killAndWait(ENDED)) {
            FileTrees.delete(folder);
            FileTrees.delete(spec.sockets());
        }
    }

    @Override
    public synchronized Optional<String> reserve(MachineLimits limits) {
        Waiting found = waiting.stream()
                .filter(one -> one.limits().equals(limits)
                        && !one.ready().machine().ended().isDone())
                .findFirst()
                .orElse(null);
        if (found == null) {
            return Optional.empty();
        }
        waiting.remove(found);
        reserved.put(found.id(), found);
        return Optional.of(found.id());
    }

    @Override
    public Optional<Ready> claim(String id, String plan) throws InterruptedException {
        Waiting found;
        synchronized (this) {
            found = reserved.remove(id);
        }
        if (found == null) {
            return Optional.empty();
        }
        if (!unmarked(id)
                || !found.ready().plan().equals(plan)
                || found.ready().machine().ended().isDone()) {
            found.ready().machine().kill();
            FileTrees.delete(folders.sandbox(id).resolve("disk"));
            return Optional.empty();
        }
        return Optional.of(found.ready());
    }

    /// Deletes the marker; false if it stays, as the next host agent would then end the machine with its work.
    private boolean unmarked(String id) {
        try {
            Files.deleteIfExists(folders.sandbox(id).resolve(MARK));
            return true;
        } catch (IOException e) {
            LOG.warn("{}: its marker file could not be deleted: {}", id, e.getMessage());
            return false;
        }
    }

    @Override
    public void release(String id) throws InterruptedException {
        Waiting found;
        synchronized (this) {
            found = reserved.remove(id);
        }
        if (found != null) {
            discard(found);
        }
    }

    @Override
    public synchronized void fill(MachineSpec shape) {
        if (closed || (filler != null && filler.isAlive())) {
            return;
        }
        filler = Thread.ofVirtual().name("pool").start(() -> refill(shape));
    }

    private void refill(MachineSpec shape) {
        try {
            Thread.sleep(QUIET);
            drop(shape.limits());
            for (int tries = 0; enabled(); tries++) {
                try {
                    add(shape);
                } catch (BelljarException e) {
                    if (tries >= TRIES) {
                        throw e;
                    }
                    LOG.info("starting a machine for the next sandbox failed; trying again: {}", e.getMessage());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (BelljarException | IOException e) {
            LOG.warn("no machine could be started for the next sandbox: {}", e.getMessage());
        }
    }

    private boolean enabled() {
        int most = size.machines();
        synchronized (this) {
            return !closed && waiting.size() < most;
        }
    }

    /// Ends machines with other limits, which do not fit the latest request.
    private void drop(MachineLimits required) throws InterruptedException {
        Deque<Waiting> others = new ArrayDeque<>();
        synchronized (this) {
            waiting.removeIf(one -> {
                boolean other = !one.limits().equals(required)
                        || one.ready().machine().ended().isDone();
                if (other) {
                    others.add(one);
                }
                return other;
            });
        }
        for (Waiting one : others) {
            discard(one);
        }
    }

    private void add(MachineSpec shape) throws BelljarException, IOException, InterruptedException {
        String id = ids.get();
        Path folder = folders.sandbox(id);
        MachineSpec spec = new MachineSpec(
                id,
                "belljar",
                folder.resolve("disk"),
                folders.runtime().resolve(id),
                shape.limits(),
                shape.image(),
                shape.acceleration(),
                shape.mac());
        Optional<SavedState> template = templates.of(spec, step -> {});
        if (template.isEmpty()) {
            throw new IOException("no template could be created");
        }
        // The marker is written first, so that the next host agent recognizes the machine in any case.
        Files.createDirectories(folder);
        Files.writeString(folder.resolve(MARK), "");
        Files.createDirectories(spec.disk());
        Files.createDirectories(spec.sockets());
        boolean kept = false;
        try {
            kept = resumed(spec, template.get());
        } finally {
            if (!kept) {
                FileTrees.delete(folder);
                FileTrees.delete(spec.sockets());
            }
        }
    }

    /// Starts the machine from the template and pauses it; false, and no machine, if it is not needed any more.
    private boolean resumed(MachineSpec spec, SavedState template)
            throws BelljarException, IOException, InterruptedException {
        Machine machine = driver.resume(spec, template, line -> {}, () -> {});
        boolean kept = false;
        try {
            CleanMachine.HelloWaiter hello = new CleanMachine.HelloWaiter();
            try (GuestLink link = linker.open(machine.linkSocket(), "pool", hello)) {
                hello.await();
                CleanMachine.rehearse(link);
            }
            machine.pause();
            Ready ready = new Ready(machine, template.facts().plan());
            kept = keep(new Waiting(spec.id(), spec.limits(), ready));
            return kept;
        } finally {
            if (!kept) {
                machine.kill();
            }
        }
    }

    private synchronized boolean keep(Waiting one) {
        if (closed) {
            return false;
        }
        waiting.add(one);
        return true;
    }

    private void discard(Waiting one) throws InterruptedException {
        one.ready().machine().kill();
        Path folder = folders.sandbox(one.id());
        // A folder with a record belongs to a sandbox, which then starts as any other.
        FileTrees.delete(Files.exists(folder.resolve("sandbox.json")) ? folder.resolve("disk") : folder);
        FileTrees.delete(folders.runtime().resolve(one.id()));
    }

    /// Ends the machines of the pool.
    @Override
    public void close() {
        Thread filling;
        synchronized (this) {
            closed = true;
            filling = filler;
        }
        try {
            if (filling != null) {
                filling.interrupt();
                filling.join();
            }
            for (Waiting one = poll(); one != null; one = poll()) {
                discard(one);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized @Nullable Waiting poll() {
        if (!waiting.isEmpty()) {
            return waiting.poll();
        }
        String id = reserved.keySet().stream().findFirst().orElse(null);
        return id == null ? null : reserved.remove(id);
    }
}
