package dev.belljar.agent.sandbox;

import dev.belljar.agent.catalog.SandboxRecord;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.sandbox.Requirements.Need;
import dev.belljar.agent.sync.Workspace;
import dev.belljar.agent.vm.BootImage;
import dev.belljar.agent.vm.Machine;
import dev.belljar.agent.vm.MachineSpec;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.sandbox.Acceleration;
import dev.belljar.contract.sandbox.SandboxState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One start of one sandbox, from intent to running, failed or cancelled: meets each requirement in turn and says so.
final class Starting {
    private static final Logger LOG = LoggerFactory.getLogger(Starting.class);
    /// An emulated boot takes 9 to 13 s on an idle host; a busy one has been seen to need ten times that.
    private static final long GUEST_PATIENCE_MILLIS = 180_000;

    private static final long MIB = 1 << 20;
    private static final int SEED_BYTES = 64;

    private final LiveSandbox sandbox;
    private final Rooms rooms;
    private final Requirements needs;

    Starting(LiveSandbox sandbox) {
        this.sandbox = sandbox;
        this.rooms = sandbox.rooms();
        this.needs = sandbox.requirements();
    }

    /// Runs the start to its end; the sandbox is running, stopped (cancelled) or in error afterwards.
    void run() {
        long begun = System.nanoTime();
        try {
            BootImage image = image();
            Acceleration acceleration = prove(image);
            capture();
            startMachine(image, acceleration);
            finish(begun);
        } catch (InterruptedException e) {
            abandon(null);
        } catch (BelljarException e) {
            LOG.warn("{}: start failed", sandbox.name(), e);
            abandon(e.problem());
        } catch (RuntimeException e) {
            // A virtual thread's top: whatever this is, the machine must not be left half started.
            LOG.error("{}: start failed", sandbox.name(), e);
            abandon(Problem.of(ProblemCode.INTERNAL, "start failed", String.valueOf(e), null));
        }
    }

    /// Goes on with a machine that was found running and had not got its project yet, or had.
    void resume() {
        long begun = System.nanoTime();
        try {
            finish(begun);
        } catch (InterruptedException e) {
            abandon(null);
        } catch (BelljarException e) {
            LOG.warn("{}: could not go on", sandbox.name(), e);
            abandon(e.problem());
        } catch (RuntimeException e) {
            LOG.error("{}: could not go on", sandbox.name(), e);
            abandon(Problem.of(ProblemCode.INTERNAL, "start failed", String.valueOf(e), null));
        }
    }

    private BootImage image() throws BelljarException, InterruptedException {
        needs.begin(Need.IMAGE, null);
        BootImage image = rooms.images().await((percent, step) -> needs.progress(Need.IMAGE, percent, step));
        needs.met(Need.IMAGE, null);
        return image;
    }

    private Acceleration prove(BootImage image) throws BelljarException, InterruptedException {
        needs.begin(Need.ACCELERATION, "boots a tiny machine, once per host");
        Acceleration acceleration = rooms.probe().prove(image);
        needs.met(Need.ACCELERATION, acceleration.label());
        return acceleration;
    }

    private void capture() throws BelljarException, InterruptedException {
        SandboxRecord r = sandbox.record();
        if (r.delivered() || r.capture() != null) {
            needs.met(Need.CAPTURE, "as it was captured");
            return;
        }
        needs.begin(Need.CAPTURE, r.spec().project());
        Workspace.Capture capture =
                rooms.workspace().capture(r.id(), sandbox.project(), r.spec().plainFolder());
        sandbox.change(was -> new SandboxRecord(
                was.id(),
                was.spec(),
                was.state(),
                was.since(),
                was.created(),
                capture.branch(),
                capture.head(),
                capture.commit(),
                false,
                was.imageKey(),
                was.pid(),
                was.pidStart(),
                was.problem()));
        capture.warnings().forEach(warning -> sandbox.observation().note("note", "capture", warning));
        needs.met(Need.CAPTURE, "%,d files, %d not committed".formatted(capture.files(), capture.uncommitted()));
    }

    private void startMachine(BootImage image, Acceleration acceleration)
            throws BelljarException, InterruptedException {
        needs.begin(Need.MACHINE, null);
        requireMemory();
        MachineSpec spec = spec(sandbox, image, acceleration);
        sandbox.observation().reset();
        Machine machine = rooms.driver().start(spec, sandbox.observation());
        sandbox.attach(machine, spec.mac());
        needs.met(Need.MACHINE, acceleration.label());
    }

    private void finish(long begun) throws BelljarException, InterruptedException {
        needs.begin(Need.GUEST, null);
        awaitGuest();
        needs.met(Need.GUEST, null);
        GuestLink link = sandbox.anyLink().orElseThrow();
        needs.begin(Need.IDENTITY, null);
        byte[] seed = new byte[SEED_BYTES];
        new SecureRandom().nextBytes(seed);
        link.identity(sandbox.name(), machineId(sandbox.id()), seed);
        needs.met(Need.IDENTITY, null);
        deliver(link);
        long millis = (System.nanoTime() - begun) / 1_000_000;
        sandbox.move(SandboxState.RUNNING, null, "ready in %.1f s".formatted(millis / 1000.0));
        watch();
    }

    private void awaitGuest() throws SandboxException, InterruptedException {
        long deadline = System.nanoTime() + GUEST_PATIENCE_MILLIS * 1_000_000;
        while (!sandbox.observation().awaitLinked(500)) {
            Machine machine = sandbox.machine().orElse(null);
            if (machine == null || machine.ended().isDone()) {
                throw new SandboxException(
                        SandboxException.ENDED,
                        "the machine ended while it booted"
                                + (machine == null ? "" : ": " + machine.ended().getNow("")),
                        "`belljar events " + sandbox.name() + " --type sandbox` shows what it printed.");
            }
            if (System.nanoTime() > deadline) {
                throw new SandboxException(
                        SandboxException.NOT_READY,
                        "the guest agent did not answer within " + GUEST_PATIENCE_MILLIS / 1000 + " s",
                        "`belljar events " + sandbox.name() + " --type sandbox` shows how far the boot came.");
            }
        }
    }

    private void deliver(GuestLink link) throws BelljarException, InterruptedException {
        SandboxRecord r = sandbox.record();
        String commit = r.capture();
        if (r.delivered() || commit == null) {
            needs.met(Need.PROJECT, "was there already");
            return;
        }
        needs.begin(Need.PROJECT, null);
        Workspace.Capture capture = rooms.workspace().captured(r.id(), sandbox.project(), commit);
        rooms.workspace().deliver(r.id(), capture, link, this::delivered);
        sandbox.change(was -> new SandboxRecord(
                was.id(),
                was.spec(),
                was.state(),
                was.since(),
                was.created(),
                was.branch(),
                was.base(),
                was.capture(),
                true,
                was.imageKey(),
                was.pid(),
                was.pidStart(),
                was.problem()));
        needs.met(Need.PROJECT, null);
    }

    private void delivered(long done, long total) {
        int percent = total <= 0 ? 0 : (int) Math.min(100, done * 100 / total);
        needs.progress(
                Need.PROJECT,
                percent,
                total <= 0 ? "%,d MB".formatted(done / MIB) : "%,d of %,d MB".formatted(done / MIB, total / MIB));
    }

    private void watch() {
        Machine machine = sandbox.machine().orElseThrow();
        Thread.ofVirtual().name(sandbox.name() + " watch").start(() -> new Ending(sandbox, machine).await());
    }

    private void requireMemory() throws SandboxException {
        long wanted = sandbox.record().spec().limits().memoryMiB() * MIB;
        try {
            long free = HostFigures.now(rooms.folders().data()).memoryFree();
            // Memory is taken as it is touched; a guest that boots touches about a quarter of a gigabyte.
            long least = Math.min(wanted, 384 * MIB);
            if (free < least) {
                throw new SandboxException(
                        SandboxException.NO_MEMORY,
                        "the host has %,d MiB of memory free: expected at least %,d MiB to boot a machine"
                                .formatted(free / MIB, least / MIB),
                        "Stop a sandbox, or close something.");
            }
        } catch (IOException e) {
            LOG.warn("free memory is not known: {}", e.toString());
        }
    }

    /// Ends what was begun. With a problem the sandbox is in error; without one the start was cancelled and
    /// whoever did that moves it on.
    private void abandon(@Nullable Problem problem) {
        if (problem != null) {
            needs.failed(problem);
        }
        try {
            Machine machine = sandbox.machine().orElse(null);
            if (machine != null) {
                machine.kill();
            }
            sandbox.detach();
            sandbox.change(r -> LiveSandbox.withProcess(r, null, null));
            if (problem != null) {
                sandbox.move(SandboxState.ERROR, problem, null);
            }
        } catch (SandboxException e) {
            LOG.warn("{}: {}", sandbox.name(), e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static MachineSpec spec(LiveSandbox sandbox, BootImage image, Acceleration acceleration) {
        Path folder = sandbox.rooms().folders().sandbox(sandbox.id()).resolve("disk");
        Path sockets = sandbox.rooms().folders().runtime().resolve(sandbox.id());
        try {
            Files.createDirectories(folder);
            Files.createDirectories(sockets);
        } catch (IOException e) {
            LOG.warn("{}: {}", sandbox.name(), e.toString());
        }
        SandboxRecord r = sandbox.record();
        return new MachineSpec(
                r.id(), r.spec().name(), folder, sockets, r.spec().limits(), image, acceleration, mac(r.id()));
    }

    /// A locally administered address of the machine's own, the same at every start.
    static String mac(String id) {
        byte[] hash = hash("mac " + id);
        return "52:54:00:%02x:%02x:%02x".formatted(hash[0] & 0xff, hash[1] & 0xff, hash[2] & 0xff);
    }

    /// The machine-id of a sandbox, 32 hex digits, the same at every start.
    static String machineId(String id) {
        return HexFormat.of().formatHex(hash("machine-id " + id), 0, 16);
    }

    private static byte[] hash(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
