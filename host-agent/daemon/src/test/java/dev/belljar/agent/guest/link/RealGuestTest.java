package dev.belljar.agent.guest.link;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.guest.ExecOutcome;
import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestExec;
import dev.belljar.agent.guest.GuestExit;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.guest.GuestStream;
import dev.belljar.agent.guest.LinkState;
import dev.belljar.agent.host.Command;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.session.ExecCommand;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Tests the guest link with the real guest agent, run as a process of this host. It fails if the guest agent
/// cannot be built.
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RealGuestTest {
    private static final Path SOURCES =
            Path.of("../../microvm-nix/guest-agent").toAbsolutePath().normalize();
    private static final String USER = System.getProperty("user.name");

    private final RecordingObserver observer = new RecordingObserver();
    private final Path folder = Files.createTempDirectory("lnk");
    private final Process agent;
    private final GuestLink link;

    RealGuestTest() throws Exception {
        Command.Output _ = Command.of("make", "-C", SOURCES.toString())
                .timeout(Duration.ofMinutes(5))
                .check();
        Path socket = folder.resolve("s");
        agent = Command.of(
                        SOURCES.resolve("build/belljar-guest").toString(),
                        "--socket",
                        socket.toString(),
                        "--user",
                        USER,
                        "--refusals",
                        folder.resolve("denied.jsonl").toString(),
                        "--no-observe")
                .start();
        Thread.ofVirtual().start(() -> {
            try {
                agent.getErrorStream().transferTo(System.err);
            } catch (IOException e) {
                // The agent was ended.
            }
        });
        link = VirtioGuestLink.open(socket, "host", observer, LinkFixture.TIMING, LinkFixture.memory());
    }

    @BeforeAll
    void connects() throws Exception {
        assertThat(observer.awaitUp().version()).isEqualTo(1);
    }

    @AfterAll
    void ends() throws Exception {
        link.close();
        agent.destroy();
        int _ = agent.waitFor();
        Files.deleteIfExists(folder.resolve("s"));
        Files.delete(folder);
    }

    private static ExecCommand shell(String script) {
        return new ExecCommand(List.of("sh", "-c", script), "/tmp", Map.of(), USER, false, 0, 0, 0);
    }

    private ExecOutcome run(ExecCommand command, String input) throws Exception {
        return ExecOutcome.of(link.exec(command), input.getBytes(UTF_8), 64 << 20);
    }

    @Test
    void pipesCarryInputOutputAndErrors() throws Exception {
        ExecOutcome outcome = run(shell("cat; echo oops >&2; exit 7"), "hello");
        assertThat(new String(outcome.out(), UTF_8)).isEqualTo("hello");
        assertThat(new String(outcome.err(), UTF_8)).isEqualTo("oops\n");
        assertThat(outcome.exit()).isEqualTo(new GuestExit(7, null, false));
    }

    @Test
    void refusalsAreAddedToTheListThatEverybodyMayRead() throws Exception {
        Path list = folder.resolve("denied.jsonl");
        link.addRefusals("one\n".getBytes(UTF_8));
        link.addRefusals("two\nthree\n".getBytes(UTF_8));
        assertThat(list).content().isEqualTo("one\ntwo\nthree\n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(list)))
                .isEqualTo("rw-r--r--");
        link.addRefusals(("x".repeat(99_999) + "\n").getBytes(UTF_8));
        assertThatThrownBy(() -> link.addRefusals("no end".getBytes(UTF_8))).isInstanceOf(GuestException.class);
        assertThatThrownBy(() -> link.addRefusals("\n".repeat(200_000).getBytes(UTF_8)))
                .isInstanceOf(GuestException.class);
        assertThat(link.state()).isEqualTo(LinkState.UP);
        Files.delete(list);
    }

    @Test
    void aCommandHasItsEnvironmentAndFolder() throws Exception {
        ExecOutcome outcome = run(
                new ExecCommand(
                        List.of("sh", "-c", "pwd; echo $JAR; echo $USER"),
                        "/usr",
                        Map.of("JAR", "b=e ll"),
                        USER,
                        false,
                        0,
                        0,
                        0),
                "");
        assertThat(new String(outcome.out(), UTF_8)).isEqualTo("/usr\nb=e ll\n" + USER + "\n");
    }

    @Test
    void aTerminalHasItsSizeAndCanBeResized() throws Exception {
        ExecCommand command = new ExecCommand(
                List.of("sh", "-c", "stty size; read line; stty size"), "/tmp", Map.of(), USER, true, 33, 101, 0);
        try (GuestExec exec = link.exec(command)) {
            BufferedReader lines = new BufferedReader(new InputStreamReader(exec.stdout(), UTF_8));
            assertThat(lines.readLine()).isEqualTo("33 101");
            exec.resize(44, 99);
            exec.stdin().write("go\n".getBytes(UTF_8));
            String last = lines.readLine();
            last = "go".equals(last) ? lines.readLine() : last;
            assertThat(last).isEqualTo("44 99");
            assertThat(exec.await().code()).isEqualTo(0);
        }
    }

    @Test
    void aSignalEndsACommand() throws Exception {
        try (GuestExec exec = link.exec(shell("echo up; exec sleep 60"))) {
            assertThat(exec.stdout().read()).isEqualTo('u');
            exec.signal(15);
            assertThat(exec.await()).isEqualTo(new GuestExit(null, 15, false));
        }
    }

    @Test
    void aTimeLimitEndsACommand() throws Exception {
        ExecCommand command = new ExecCommand(List.of("sleep", "60"), "/tmp", Map.of(), USER, false, 0, 0, 300);
        assertThat(run(command, "").exit().timedOut()).isTrue();
    }

    @Test
    void closingACommandEndsItInTheGuest() throws Exception {
        GuestExec exec = link.exec(shell("echo up; exec sleep 600"));
        assertThat(exec.stdout().read()).isEqualTo('u');
        ProcessHandle process = ProcessHandle.of(exec.pid()).orElseThrow();
        exec.close();
        Awaitility.await().atMost(Durations.TWO_MINUTES).until(() -> !process.isAlive());
    }

    @Test
    void aMissingProgramIsRefusedWithItsName() {
        assertThatThrownBy(() ->
                        run(new ExecCommand(List.of("/no/such/program"), "/tmp", Map.of(), USER, false, 0, 0, 0), ""))
                .isInstanceOfSatisfying(
                        GuestException.class, e -> assertThat(e.code()).isEqualTo(ProblemCode.NO_SUCH_FILE));
    }

    @Test
    void twentyMegabytesPassThroughACommand() throws Exception {
        byte[] input = new byte[20 << 20];
        new Random(7).nextBytes(input);
        ExecOutcome outcome = ExecOutcome.of(link.exec(shell("cat")), input, 64 << 20);
        assertThat(Arrays.equals(outcome.out(), input)).isTrue();
        assertThat(outcome.exit().code()).isEqualTo(0);
    }

    @Test
    void unreadOutputDoesNotDelayTheExit() throws Exception {
        try (GuestExec exec = link.exec(shell("head -c 200000 /dev/zero >&2; exit 4"))) {
            assertThat(exec.await().code()).isEqualTo(4);
        }
    }

    @Test
    void aServerOnLoopbackIsReached() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            Thread echo = Thread.ofVirtual().start(() -> {
                try (var client = server.accept()) {
                    client.getOutputStream().write(client.getInputStream().readAllBytes());
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            try (GuestStream stream = link.connect(server.getLocalPort())) {
                stream.output().write("ping".getBytes(UTF_8));
                stream.output().close();
                assertThat(new String(stream.input().readAllBytes(), UTF_8)).isEqualTo("ping");
            }
            echo.join();
        }
    }

    @Test
    void aPortWithoutServerIsRefused() throws Exception {
        // The port is bound but not listened on, so that no other program can listen on it.
        try (Socket held = new Socket()) {
            held.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0));
            assertThatThrownBy(() -> link.connect(held.getLocalPort()))
                    .isInstanceOfSatisfying(
                            GuestException.class, e -> assertThat(e.code()).isEqualTo(GuestException.REFUSED));
        }
    }

    @Test
    void aTreeIsPutAndReadBack(@TempDir Path target) throws Exception {
        byte[] content = new byte[3 << 20];
        new Random(8).nextBytes(content);
        ByteArrayOutputStream tar = new ByteArrayOutputStream();
        try (TarArchiveOutputStream out = new TarArchiveOutputStream(tar)) {
            TarArchiveEntry entry = new TarArchiveEntry("big.bin");
            entry.setSize(content.length);
            out.putArchiveEntry(entry);
            out.write(content);
            out.closeArchiveEntry();
        }
        link.put(target.toString(), USER, new ByteArrayInputStream(tar.toByteArray()));
        assertThat(Arrays.equals(Files.readAllBytes(target.resolve("big.bin")), content))
                .isTrue();
        try (GuestStream stream = link.get(target.toString(), USER, List.of("big.bin"));
                TarArchiveInputStream in = new TarArchiveInputStream(stream.input())) {
            assertThat(in.getNextEntry().getName()).isEqualTo("big.bin");
            assertThat(Arrays.equals(in.readAllBytes(), content)).isTrue();
        }
    }

    @Test
    void aFolderThatIsMissingIsRefused() {
        assertThatThrownBy(() -> link.put("/no/such/folder", USER, new ByteArrayInputStream(new byte[1 << 20])))
                .isInstanceOfSatisfying(
                        GuestException.class, e -> assertThat(e.code()).isEqualTo(ProblemCode.NO_SUCH_FILE));
    }

    @Test
    void listeningPortsAreListed() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            assertThat(link.ports()).anySatisfy(port -> assertThat(port.port()).isEqualTo(server.getLocalPort()));
        }
    }

    @Test
    void processesAreListed() throws Exception {
        assertThat(link.processes())
                .anySatisfy(process -> assertThat((long) process.pid())
                        .isEqualTo(ProcessHandle.current().pid()));
    }

    @Test
    void disksAreSynced() throws Exception {
        link.syncDisks();
        assertThat(link.state()).isEqualTo(LinkState.UP);
    }
}
