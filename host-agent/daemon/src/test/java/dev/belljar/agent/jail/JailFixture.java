package dev.belljar.agent.jail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.audit.AuditLog;
import dev.belljar.agent.host.HostFolders;
import dev.belljar.contract.event.HostEvent;
import dev.belljar.contract.host.UserId;
import dev.belljar.contract.jail.JailMode;
import dev.belljar.contract.jail.PreparedJail;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.jail.PrepareJail;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/// A service, a home folder with secrets and a project, and real jails.
///
/// The folders are not in `/tmp`, of which each jail has its own. As root, they belong to another user.
final class JailFixture implements AutoCloseable {
    static final String SECRET = "the private key";
    private static final int SOMEBODY = 23_456;

    final Path root;
    final Path home;
    final Path project;
    final List<HostEvent> events = new CopyOnWriteArrayList<>();
    final AuditLog audit;
    final JailService jails;

    /// A process in a jail, and what it printed.
    record RanJail(int code, String printed) {}

    JailFixture() throws Exception {
        boolean asRoot = UserId.own() == 0;
        root = Files.createTempDirectory(
                Path.of(asRoot ? "/var/lib" : System.getProperty("user.home")), "belljar-jail-test");
        Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxr-xr-x"));
        home = Files.createDirectory(root.resolve("home"));
        project = Files.createDirectory(home.resolve("shop"));
        Files.createDirectories(home.resolve(".ssh"));
        Files.writeString(home.resolve(".ssh/key"), SECRET + "\n");
        Files.writeString(home.resolve(".ssh/other"), "another key\n");
        Files.createDirectories(project.resolve(".git/hooks"));
        Files.writeString(project.resolve(".git/config"), "[core]\n");
        Files.createDirectories(home.resolve("private"));
        Files.writeString(home.resolve("private/diary"), "dear diary\n");
        if (asRoot) {
            own(home, SOMEBODY);
        }
        Path checkout = Path.of("../..").toRealPath();
        Process make = new ProcessBuilder(
                        "make",
                        "-s",
                        "-C",
                        checkout.resolve("microvm-nix/guest-agent/jail").toString())
                .inheritIO()
                .start();
        assertThat(make.waitFor()).isZero();
        HostFolders folders = new HostFolders(
                Files.createDirectory(root.resolve("data")),
                Files.createDirectory(root.resolve("cache")),
                Files.createDirectory(root.resolve("run")),
                checkout);
        audit = AuditLog.open(folders.data().resolve("audit"), InstantSource.system());
        jails = new JailService(folders, Map.of("HOME", home.toString()), audit, events::add);
    }

    private static void own(Path folder, int user) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : (Iterable<Path>) all::iterator) {
                Files.setAttribute(path, "unix:uid", user);
                Files.setAttribute(path, "unix:gid", user);
            }
        }
    }

    PrepareJail shell(JailMode mode, String script) {
        return new PrepareJail(
                project.toString(),
                project.toString(),
                List.of("/bin/sh", "-c", script),
                List.of("PATH=/usr/bin:/bin", "HOME=" + home),
                false,
                mode,
                false,
                List.of(),
                List.of(),
                List.of());
    }

    Process start(PrepareJail request) throws BelljarException, IOException {
        PreparedJail jail = jails.prepare(request);
        return new ProcessBuilder(jail.argv())
                .redirectErrorStream(true)
                .redirectOutput(root.resolve("printed").toFile())
                .start();
    }

    RanJail ended(Process process) throws IOException, InterruptedException {
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return new RanJail(process.exitValue(), Files.readString(root.resolve("printed")));
    }

    RanJail run(PrepareJail request) throws Exception {
        return ended(start(request));
    }

    /// The access that is asked about next.
    Approval asked() {
        return Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(20))
                .until(jails::waiting, waiting -> !waiting.isEmpty())
                .getFirst();
    }

    @Override
    public void close() throws IOException {
        jails.close();
        audit.close();
        try (Stream<Path> all = Files.walk(root)) {
            all.sorted(Comparator.reverseOrder()).forEach(path -> {
                try {
                    // The service removes the files of jails that have just ended.
                    Files.deleteIfExists(path);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }
}
