package dev.belljar.agent.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests which ports of the host are Belljar's own, and which program listens on a port: with sockets of the test, and
/// with tables as the kernel writes them.
class HostListenersTest {
    private static final String HEAD =
            "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n";

    @TempDir
    private Path proc;

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "0.0.0.0", "::1", "::"})
    void aPortOnWhichThisProcessListensIsItsOwn(String address) throws Exception {
        HostListeners listeners = new HostListeners();
        try (ServerSocket server = new ServerSocket()) {
            server.bind(new InetSocketAddress(InetAddress.ofLiteral(address), 0));
            assertThat(listeners.own(server.getLocalPort())).isTrue();
        }
    }

    @Test
    void thePortOfAnotherProgramIsNotBelljarsOwnAndHasItsName() throws Exception {
        HostListeners stranger = new HostListeners(Path.of("/proc"), List::of);
        try (ServerSocket server = new ServerSocket()) {
            server.bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0));
            assertThat(stranger.own(server.getLocalPort())).isFalse();
            assertThat(stranger.program(server.getLocalPort()))
                    .matches(".+ \\(pid " + ProcessHandle.current().pid() + "\\)");
        }
    }

    @Test
    void onlyListeningSocketsCount() throws Exception {
        table("tcp", row("0100007F:1538", "01", 11), row("0100007F:1539", "0A", 12));
        process(7, "postgres", 11, 12);
        HostListeners listeners = new HostListeners(proc, () -> List.of(7L));
        assertThat(listeners.own(0x1538)).isFalse();
        assertThat(listeners.own(0x1539)).isTrue();
        assertThat(listeners.program(0x1538)).isNull();
    }

    @Test
    void theProgramIsThatWhichTheLoopbackAddressReaches() throws Exception {
        table("tcp", row("0A00000A:1538", "0A", 11), row("0100007F:1539", "0A", 12));
        table("tcp6", row("00000000000000000000000000000000:1F90", "0A", 13));
        process(7, "elsewhere", 11);
        process(8, "postgres", 12);
        process(9, "node", 13);
        HostListeners listeners = new HostListeners(proc, () -> List.of(7L));
        assertThat(listeners.program(0x1538)).isNull();
        assertThat(listeners.own(0x1538)).as("Belljar's own on any address").isTrue();
        assertThat(listeners.program(0x1539)).isEqualTo("postgres (pid 8)");
        assertThat(listeners.program(0x1f90)).isEqualTo("node (pid 9)");
        assertThat(listeners.own(0x1f90)).isFalse();
        assertThat(listeners.own(9)).as("nothing listens").isFalse();
    }

    @Test
    void whatCannotBeFoundOutCountsAsItsOwn() throws Exception {
        assertThat(new HostListeners(proc.resolve("absent"), List::of).own(5432))
                .isTrue();
        table("tcp", row("0100007F:1539", "0A", 12));
        Files.createDirectories(proc.resolve("7"));
        HostListeners hidden = new HostListeners(proc, () -> List.of(7L));
        assertThat(hidden.own(0x1539))
                .as("the sockets of process 7 cannot be read")
                .isTrue();
        assertThat(hidden.own(9)).as("nothing listens").isFalse();
        assertThat(new HostListeners(proc, () -> List.of(8L)).own(0x1539))
                .as("process 8 has ended")
                .isFalse();
    }

    private static String row(String local, String state, int inode) {
        return "   0: %s 00000000:0000 %s 00000000:00000000 00:00000000 00000000  1000        0 %d 1 0 100 0 0 10 0\n"
                .formatted(local, state, inode);
    }

    private void table(String name, String... rows) throws IOException {
        Files.createDirectories(proc.resolve("net"));
        Files.writeString(proc.resolve("net").resolve(name), HEAD + String.join("", rows));
    }

    private void process(int pid, String name, int... inodes) throws IOException {
        Path open = Files.createDirectories(proc.resolve(Integer.toString(pid)).resolve("fd"));
        Files.writeString(open.resolveSibling("comm"), name + "\n");
        Files.createSymbolicLink(open.resolve("0"), Path.of("/dev/null"));
        for (int i = 0; i < inodes.length; i++) {
            Files.createSymbolicLink(open.resolve(Integer.toString(i + 3)), Path.of("socket:[" + inodes[i] + "]"));
        }
    }
}
