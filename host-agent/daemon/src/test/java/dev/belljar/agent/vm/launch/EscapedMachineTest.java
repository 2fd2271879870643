package dev.belljar.agent.vm.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.Confinement;
import dev.belljar.agent.host.Confinement.Paths;
import dev.belljar.agent.host.ConfinementLauncher;
import dev.belljar.agent.host.ConfinementLayers;
import dev.belljar.agent.vm.BootImage;
import dev.belljar.agent.vm.MachineSpec;
import dev.belljar.agent.vmstate.Qcow2Format;
import dev.belljar.contract.sandbox.Acceleration;
import dev.belljar.contract.sandbox.Acceleration.Kind;
import dev.belljar.contract.sandbox.MachineLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tests that a program in QEMU's place, started by the same launcher with the same plan, cannot access the
/// host.
///
/// It runs under every set of layers that this kernel supports, as the user who runs the test and, if that is
/// root, also as an ordinary user.
class EscapedMachineTest {
    private static final String SOMEBODY = "61183";
    private static final int TRIES = 86;

    private final ConfinementLauncher launcher = ConfinementLauncher.here();
    private Path host = Path.of("");
    private Path build = Path.of("");
    private final List<AutoCloseable> open = new ArrayList<>();

    @BeforeEach
    void twoMachinesAndAHome() throws Exception {
        // Not in /tmp, which some hosts separate for each user.
        host = Files.createTempDirectory(Path.of("/var/tmp"), "escape");
        build = Files.createDirectories(host.resolve("host-agent/confine/build"));
        Path made = launcher.program().resolveSibling("intruder");
        assertThat(made).as("built by make -C host-agent/confine").exists();
        for (Path program : List.of(launcher.program(), launcher.privateMemory(), made)) {
            Files.copy(program, build.resolve(program.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
        }
        for (String machine : List.of("own", "other")) {
            Path disk = Files.createDirectories(host.resolve(machine + "/disk/qemu"));
            Path run = Files.createDirectories(host.resolve(machine + "/run"));
            Files.writeString(disk.resolveSibling("ram"), "memory");
            Qcow2Format.overlay(disk.resolve("live.qcow2"), base());
            listen(run.resolve("qmp"));
        }
        for (String secret : List.of("token", "home-file", "vmlinux", "initrd")) {
            Files.writeString(host.resolve(secret), secret);
        }
        listen(host.resolve("bus"));
        everybodyMay();
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
        Command.Output _ = Command.of("rm", "-rf", host.toString()).check();
    }

    @Test
    void anEscapedMachineReachesNothingUnderAllLayers() throws Exception {
        refusesAll(launcher.layers(), List.of());
    }

    @Test
    void namespacesAloneConfineAnEscapedMachine() throws Exception {
        ConfinementLayers here = launcher.layers();
        assumeTrue(here.view(), "this host allows no namespaces");
        refusesAll(new ConfinementLayers(true, true, true, 0, true, here.ownUser(), false, here.root()), List.of());
    }

    @Test
    void landlockAloneConfinesAnEscapedMachine() throws Exception {
        ConfinementLayers here = launcher.layers();
        assumeTrue(here.landlock() > 0, "this kernel has no Landlock");
        refusesAll(
                new ConfinementLayers(true, false, false, here.landlock(), true, false, false, here.root()), List.of());
    }

    @Test
    void anOrdinaryUsersMachineIsConfinedWithAndWithoutNamespaces() throws Exception {
        ConfinementLayers here = launcher.layers();
        assumeTrue(here.root(), "runs as an ordinary user already");
        Command.Output _ = Command.of("chown", "-R", SOMEBODY, host.toString()).check();
        List<String> as = List.of("setpriv", "--reuid=" + SOMEBODY, "--regid=" + SOMEBODY, "--clear-groups");
        Process victim = Command.of(
                        Stream.concat(as.stream(), Stream.of("sleep", "600")).toList())
                .start();
        open.add(() -> Command.killTree(victim));
        // A process of the same user may signal it unless it is confined.
        int left = here.landlock();
        if (here.view()) {
            refusesAll(new ConfinementLayers(true, true, true, left, true, false, false, false), as, victim.pid());
            refusesAll(new ConfinementLayers(true, true, true, 0, true, false, false, false), as, victim.pid());
        }
        if (left > 0) {
            refusesAll(new ConfinementLayers(true, false, false, left, true, false, false, false), as, victim.pid());
        }
    }

    @Test
    void anEscapedDiskToolReachesNothingEvenOfItsOwnMachine() throws Exception {
        ConfinementLayers here = launcher.layers();
        Path disk = host.resolve("own/disk/qemu/live.qcow2");
        Path packed = Files.createFile(host.resolve("own/disk/packed"));
        List<String> more = List.of(
                "read=" + host.resolve("own/disk/ram"),
                "write=" + disk,
                "create=" + host.resolve("own/disk/qemu"),
                "list=" + host.resolve("own/disk"));
        List<ConfinementLayers> all = new ArrayList<>(List.of(here));
        if (here.view()) {
            all.add(new ConfinementLayers(true, true, true, 0, true, here.ownUser(), false, here.root()));
        }
        if (here.landlock() > 0) {
            all.add(new ConfinementLayers(true, false, false, here.landlock(), true, false, false, here.root()));
        }
        for (ConfinementLayers layers : all) {
            Confinement tool =
                    MachineConfinement.ofTool(build.resolve("intruder"), disk, List.of(base()), packed, layers);
            List<String> intruder =
                    new ArrayList<>(List.of(build.resolve("intruder").toString()));
            intruder.addAll(tries(ProcessHandle.current().pid()));
            intruder.addAll(more);
            refuses(layers, tool.argv(build.resolve("belljar-confine"), intruder));
        }
    }

    /// Otherwise the other tests would prove nothing.
    @Test
    void theSameProgramReachesTheHostUnconfined() throws Exception {
        List<String> words = new ArrayList<>(List.of(build.resolve("intruder").toString()));
        words.add("free");
        words.addAll(tries(ProcessHandle.current().pid()));
        Command.Output said = Command.of(words).run();
        assertThat(said.exit()).isEqualTo(1);
        assertThat(said.text())
                .contains("REACHED read " + host.resolve("home-file"))
                .contains("REACHED write " + host.resolve("other/disk/ram"))
                .contains("REACHED chmod " + host.resolve("home-file"))
                .contains("REACHED truncate " + host.resolve("home-file"))
                .contains("REACHED connect " + host.resolve("bus"))
                .contains("REACHED tcp 127.0.0.1")
                .contains("REACHED kill");
    }

    @Test
    void aDiskThatNamesAFileOfTheHostAsItsLayerIsRefused() throws Exception {
        Path layers = Files.createDirectories(host.resolve("layers"));
        Path good = layers.resolve("one.qcow2");
        Files.copy(base(), good);
        Path disk = host.resolve("forged.qcow2");
        Qcow2Format.overlay(disk, good);
        assertThat(MachineConfinement.below(disk, layers)).containsExactly(good);
        Files.delete(disk);
        Qcow2Format.overlay(disk, base());
        assertThatThrownBy(() -> MachineConfinement.below(disk, layers))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("not a regular file in " + layers);
        Files.delete(disk);
        Files.delete(good);
        Files.createSymbolicLink(good, base());
        Qcow2Format.overlay(disk, good);
        assertThatThrownBy(() -> MachineConfinement.below(disk, layers)).isInstanceOf(IOException.class);
    }

    @Test
    void withoutTheLauncherNothingStarts() {
        ConfinementLauncher missing = ConfinementLauncher.in(Path.of("/nonexistent"));
        assertThatThrownBy(() -> missing.words(
                        plan(new ConfinementLayers(true, true, true, 7, true, false, false, true)), List.of("true")))
                .hasMessageContaining("belljar-confine: not found")
                .satisfies(fault -> assertThat(((dev.belljar.contract.problem.BelljarException) fault).hint())
                        .contains("make -C host-agent/confine"));
    }

    private void refusesAll(ConfinementLayers layers, List<String> before) throws Exception {
        refusesAll(layers, before, ProcessHandle.current().pid());
    }

    private void refusesAll(ConfinementLayers layers, List<String> before, long victim) throws Exception {
        List<String> intruder =
                new ArrayList<>(List.of(build.resolve("intruder").toString()));
        intruder.addAll(tries(victim));
        List<String> words = new ArrayList<>(before);
        words.addAll(plan(layers).argv(build.resolve("belljar-confine"), intruder));
        refuses(layers, words);
    }

    private static void refuses(ConfinementLayers layers, List<String> words) throws Exception {
        Command.Output said =
                Command.of(words).cleanEnvironment().in(Path.of("/")).run();
        String lines = said.text() + said.errorText();
        assertThat(lines.lines().filter(line -> !line.startsWith("refused")))
                .as("reached under %s", layers)
                .isEmpty();
        assertThat(lines.lines().count()).as(lines).isGreaterThan(TRIES);
        assertThat(said.exit()).isZero();
        System.out.printf("held by %s%n", layers);
    }

    // The plan of a machine, with one more program that it may run.
    private Confinement plan(ConfinementLayers layers) throws IOException {
        Confinement plan = MachineConfinement.of(
                new LaunchPlan("/usr/bin/qemu-system-x86_64", spec(), null),
                List.of(base()),
                1L << 30,
                ConfinementLauncher.in(host),
                layers);
        List<Path> programs = new ArrayList<>(plan.paths().programs());
        programs.add(build.resolve("intruder"));
        return new Confinement(
                plan.layers(),
                new Paths(
                        programs,
                        plan.paths().read(),
                        plan.paths().write(),
                        plan.paths().devices()),
                plan.limits(),
                plan.sockets(),
                plan.variables(),
                null);
    }

    private MachineSpec spec() throws IOException {
        BootImage image = new BootImage(
                host.resolve("vmlinux"), host.resolve("initrd"), host.resolve("initrd"), base(), List.of());
        return new MachineSpec(
                "own",
                "own",
                host.resolve("own/disk"),
                host.resolve("own/run"),
                new MachineLimits(512, 1, 1024),
                image,
                new Acceleration(Kind.NO_KVM, "", "", "", null, false, 1, "7.2", 1),
                "52:54:00:00:00:01");
    }

    private List<String> tries(long victim) throws IOException {
        ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        open.add(server);
        List<String> words = new ArrayList<>();
        for (String file : List.of("home-file", "token", "other/disk/ram", "other/disk/qemu/live.qcow2")) {
            words.add("read=" + host.resolve(file));
            words.add("write=" + host.resolve(file));
            words.add("modes=" + host.resolve(file));
        }
        for (Path shared :
                List.of(base(), host.resolve("vmlinux"), host.resolve("initrd"), host.resolve("own/disk/ram"))) {
            words.add("write=" + shared);
            words.add("cut=" + shared);
        }
        for (Path socket : List.of(host.resolve("bus"), host.resolve("other/run/qmp"), host.resolve("own/run/qmp"))) {
            words.add("connect=" + socket);
        }
        for (String socket : List.of(
                "/run/dbus/system_bus_socket",
                "/run/docker.sock",
                "/var/run/docker.sock",
                "/tmp/.X11-unix/X0",
                "@/tmp/.X11-unix/X0")) {
            words.add("connect=" + socket);
        }
        words.addAll(List.of(
                "list=" + host, "list=" + host.resolve("own"), "create=" + host.resolve("own/disk"), "create=" + host));
        words.addAll(List.of("link=" + host.resolve("own/disk/qemu"), "tcp=" + server.getLocalPort(), "pid=" + victim));
        return words;
    }

    private Path base() throws IOException {
        Path base = host.resolve("base.qcow2");
        if (!Files.exists(base)) {
            try {
                Command.Output _ = Command.of("qemu-img", "create", "-q", "-f", "qcow2", base.toString(), "1G")
                        .check();
            } catch (dev.belljar.agent.host.CommandException e) {
                throw new IOException(e);
            } catch (InterruptedException e) {
                throw new java.io.InterruptedIOException();
            }
        }
        return base;
    }

    private void listen(Path socket) throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(socket));
        open.add(server);
    }

    // Makes all files accessible, so that only the launcher can keep an intruder out.
    private void everybodyMay() throws Exception {
        Command.Output _ = Command.of("chmod", "-R", "a+rwX", host.toString()).check();
    }
}
