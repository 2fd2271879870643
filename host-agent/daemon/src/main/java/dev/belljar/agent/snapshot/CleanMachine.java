package dev.belljar.agent.snapshot;

import dev.belljar.agent.guest.ExecOutcome;
import dev.belljar.agent.guest.GuestEvent;
import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestHeartbeat;
import dev.belljar.agent.guest.GuestHello;
import dev.belljar.agent.guest.GuestIdentity;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.guest.LinkObserver;
import dev.belljar.agent.host.DurableFile;
import dev.belljar.agent.host.FileTrees;
import dev.belljar.agent.host.HostFolders;
import dev.belljar.agent.host.ProcessIdentity;
import dev.belljar.agent.vm.BootImage;
import dev.belljar.agent.vm.Machine;
import dev.belljar.agent.vm.MachineSpec;
import dev.belljar.agent.vm.VmDriver;
import dev.belljar.agent.vm.VmException;
import dev.belljar.agent.vm.launch.MachineFiles;
import dev.belljar.agent.vmstate.SavedState;
import dev.belljar.agent.vmstate.SavedStateException;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.sandbox.Acceleration;
import dev.belljar.contract.sandbox.MachineLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Boots a machine for a template, waits until it is completely started and idle, and saves it.
///
/// The machine has no network, no project and no name, and nothing is done in it except the steps here. A
/// command is run a few times, so that the code which every command needs is in memory already.
public final class CleanMachine {
    /// A placeholder image for the specification of a machine whose process is only searched for.
    static final BootImage NOTHING = new BootImage(Path.of("/"), Path.of("/"), Path.of("/"), Path.of("/"), List.of());

    static final Acceleration UNPROVED = new Acceleration(Acceleration.Kind.UNKNOWN, "", "", "", null, false, 0, "", 0);

    private static final Logger LOG = LoggerFactory.getLogger(CleanMachine.class);
    static final String IDENTITY = "identity.json";
    static final String ASIDE = ".new-";

    private static final long BOOT_SECONDS = 180;
    private static final long SETTLE_MILLIS = 60_000;
    private static final long REST_MILLIS = 400;
    private static final int REHEARSALS = 4;
    private static final int SEED_BYTES = 64;
    private static final String NO_CARD = "52:54:00:00:00:00";
    private static final Duration ENDED = Duration.ofSeconds(10);
    private static final int OUTPUT = 4_096;

    private final HostFolders folders;
    private final VmDriver driver;
    private final Linker linker;
    private final TemplateSetup setup;

    /// Performs the steps of receiving a project, on a scratch repository.
    private static final String ARRIVAL = """
        set -e
        scratch=$(mktemp -d)
        cd "$scratch"
        export HOME="$scratch" GIT_CONFIG_NOSYSTEM=1
        git init -q .
        echo one > one
        git add one
        git -c user.name=nobody -c user.email= commit -q -m one
        rm one
        git read-tree -u --reset HEAD
        git read-tree -m HEAD
        git update-index -q --refresh
        head -c 3 one > two
        wc -c one two > three
        git status --porcelain > four
        cd /
        rm -rf "$scratch"
        """;

    /// Opens a guest link.
    public interface Linker {
        GuestLink open(Path socket, String name, LinkObserver observer);
    }

    CleanMachine(HostFolders folders, VmDriver driver, Linker linker, TemplateSetup setup) {
        this.folders = folders;
        this.driver = driver;
        this.linker = linker;
        this.setup = setup;
    }

    SavedState save(MachineSpec shape, String plan, Path target, TemplateStore.Progress progress)
            throws BelljarException, InterruptedException {
        progress.at("booting a machine for the template, once for all sandboxes of this size");
        return save(shape, new TemplatePlace(folder(plan), plan, target, TemplateShape.of(shape)::write), progress);
    }

    /// How a template is made: aside in `folder`, whose name ends with that of the template, with the name `plan`
    /// of its launch plan; `beside` writes what belongs to it. It is then moved to `target` as a whole.
    record TemplatePlace(Path folder, String plan, Path target, FolderWriter beside) {
        private String name() {
            return String.valueOf(folder.getFileName()).substring(ASIDE.length());
        }
    }

    /// Writes files into the folder of a template that is being made.
    interface FolderWriter {
        void write(Path folder) throws IOException;
    }

    SavedState save(MachineSpec shape, TemplatePlace place, TemplateStore.Progress progress)
            throws BelljarException, InterruptedException {
        Path folder = place.folder();
        Path target = place.target();
        MachineSpec spec = spec(place.name(), folder, shape);
        Path layer = folders.layers().resolve("template-%s-%s.qcow2".formatted(place.name(), fresh()));
        boolean whole = false;
        try {
            sweep(spec, folder);
            Files.createDirectories(folder);
            place.beside().write(folder);
            Path disk = freeze(spec, place.plan(), folder, layer, progress);
            Files.createDirectories(folders.layers());
            // The layer gets a new name, because disks of other sandboxes may lie on the existing layers.
            Files.createLink(layer, disk);
            Files.setPosixFilePermissions(layer, PosixFilePermissions.fromString("r--------"));
            SavedState _ = SavedState.open(folder).withDisk();
            FileTrees.delete(spec.disk());
            FileTrees.delete(target);
            Files.move(folder, target, StandardCopyOption.ATOMIC_MOVE);
            whole = true;
            DurableFile.flush(target.resolveSibling("."));
            return SavedState.open(target);
        } catch (IOException e) {
            throw new SavedStateException(
                    SavedStateException.UNWRITABLE,
                    target + ": a template could not be saved: " + e.getMessage(),
                    "Check the free space and the owner of that folder.",
                    e);
        } finally {
            driver.running(spec).ifPresent(ProcessIdentity::kill);
            FileTrees.delete(spec.sockets());
            if (!whole) {
                FileTrees.delete(folder);
                FileTrees.delete(layer);
            }
        }
    }

    /// The identity of the machine of the template in this folder; empty if it cannot be read.
    static Map<String, String> identity(Path template) {
        try {
            Map<String, String> identity = new HashMap<>();
            ContractJson.readMap(Files.readString(template.resolve(IDENTITY)))
                    .forEach((name, value) -> identity.put(name, String.valueOf(value)));
            return Map.copyOf(identity);
        } catch (IOException | JsonFault e) {
            LOG.warn("template {}: its identity cannot be read: {}", template, e.getMessage());
            return Map.of();
        }
    }

    private Path folder(String plan) {
        return folders.data().resolve("templates").resolve(ASIDE + plan);
    }

    private MachineSpec spec(String name, Path folder, MachineSpec shape) {
        return new MachineSpec(
                "template-" + name,
                "belljar",
                folder.resolve("machine"),
                folders.runtime().resolve("t-" + name.substring(0, Math.min(8, name.length()))),
                shape.limits(),
                shape.image(),
                shape.acceleration(),
                NO_CARD);
    }

    /// Ends a machine from which an earlier host agent was making a template in this folder, and deletes its
    /// files.
    void sweep(Path folder) throws InterruptedException {
        String name = String.valueOf(folder.getFileName()).substring(ASIDE.length());
        MachineSpec any =
                new MachineSpec("", "", Path.of("/"), Path.of("/"), MachineLimits.LEAST, NOTHING, UNPROVED, NO_CARD);
        MachineSpec spec = spec(name, folder, any);
        sweep(spec, folder);
        FileTrees.delete(spec.sockets());
    }

    private static VmException unclean(String why) {
        return new VmException(
                VmException.NOT_STARTED,
                "no template could be created: " + why,
                "Until this problem is fixed, sandboxes boot without a template. `belljar doctor` checks this"
                        + " computer.",
                null);
    }

    private static String fresh() {
        return Long.toHexString(System.currentTimeMillis());
    }

    /// Deletes the files that an earlier host agent left.
    private void sweep(MachineSpec spec, Path folder) throws InterruptedException {
        Optional<ProcessIdentity> left = driver.running(spec);
        if (left.isPresent()) {
            left.get().killAndWait(ENDED);
        }
        FileTrees.delete(folder);
    }

    private Path freeze(MachineSpec spec, String plan, Path folder, Path layer, TemplateStore.Progress progress)
            throws BelljarException, IOException, InterruptedException {
        Machine machine = driver.start(spec, line -> {});
        try {
            HelloWaiter hello = new HelloWaiter();
            try (GuestLink link = linker.open(machine.linkSocket(), "template", hello)) {
                hello.await();
                if (!hello.observes()) {
                    throw unclean("the guest's kernel does not allow processes to be observed");
                }
                progress.at("waiting until the template's machine is idle");
                settle(link);
                DurableFile.write(folder.resolve(IDENTITY), ContractJson.line(SelfReport.of(link)) + "\n");
                run(link, "agent", "true");
            }
            Thread.sleep(REST_MILLIS);
            progress.at("saving the template");
            SavedState _ = machine.hibernate(plan, folder, layer);
            return MachineFiles.of(spec).overlay();
        } finally {
            machine.kill();
        }
    }

    /// Gives the machine an identity, runs a command and receives a project, as every copy will, so that the
    /// code is in memory. The identity is random and is used by no sandbox.
    static void rehearse(GuestLink link) throws GuestException, VmException, InterruptedException {
        for (int i = 0; i < REHEARSALS; i++) {
            link.identity(nobody());
            run(link, "agent", "true");
        }
        run(link, "agent", "/bin/sh", "-c", ARRIVAL);
    }

    private static GuestIdentity nobody() {
        byte[] random = new byte[SEED_BYTES];
        new SecureRandom().nextBytes(random);
        String machineId = HexFormat.of().formatHex(random, 0, 16);
        return new GuestIdentity("belljar", machineId, UUID.randomUUID().toString(), NO_CARD, random);
    }

    private void settle(GuestLink link) throws BelljarException, InterruptedException {
        run(link, "root", "systemctl", "is-system-running", "--wait");
        setup.fit(link);
        rehearse(link);
        link.syncDisks();
        run(link, "agent", "true");
    }

    private static void run(GuestLink link, String user, String... argv)
            throws GuestException, VmException, InterruptedException {
        ExecCommand command = new ExecCommand(List.of(argv), "/", Map.of(), user, false, 0, 0, SETTLE_MILLIS);
        ExecOutcome outcome = ExecOutcome.of(link.exec(command), new byte[0], OUTPUT);
        if (outcome.exit().code() == null || outcome.exit().timedOut()) {
            throw unclean("`%s` did not finish".formatted(String.join(" ", argv)));
        }
    }

    /// Waits for the guest's first message and ignores all others: events of a template machine are not
    /// recorded.
    static final class HelloWaiter implements LinkObserver {
        private final CountDownLatch up = new CountDownLatch(1);
        private volatile boolean observes;

        void await() throws VmException, InterruptedException {
            if (!up.await(BOOT_SECONDS, TimeUnit.SECONDS)) {
                throw new VmException(
                        VmException.SILENT,
                        "the guest agent in the template's machine did not respond within " + BOOT_SECONDS + " s",
                        "Try again. The sandbox can also boot without a template.",
                        null);
            }
        }

        @Override
        public long recorded(String bootId) {
            return 0;
        }

        /// True if the guest can observe its processes.
        boolean observes() {
            return observes;
        }

        @Override
        public void up(GuestHello hello) {
            observes = hello.observesProcesses();
            up.countDown();
        }

        @Override
        public void events(String bootId, List<GuestEvent> events) {}

        @Override
        public void beat(GuestHeartbeat beat) {}

        @Override
        public void down(String reason) {}
    }
}
