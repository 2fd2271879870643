package dev.belljar.agent.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.listen.ApiListeners;
import dev.belljar.agent.listen.ConnectionLimits;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.view.host.AgentAddress;
import java.io.File;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/// Tests that only its owner can open the Unix socket, which works with and without TCP.
class LocalListenerTest {
    private static final String LIST = "GET /sandboxes HTTP/1.1\r\nHost: belljar\r\nConnection: close\r\n\r\n";
    private static final String HEALTH = "GET /health HTTP/1.1\r\nHost: belljar\r\nConnection: close\r\n\r\n";
    private static final String HOST = "GET /host HTTP/1.1\r\nHost: belljar\r\nConnection: close\r\n\r\n";

    @TempDir
    private Path folder;

    private Path socket = Path.of("");

    @BeforeEach
    void place() {
        socket = folder.resolve("api.sock");
    }

    @Test
    void theSocketNeedsNoTokenAndOnlyItsOwnerCanOpenIt() throws Exception {
        try (ApiFixture api = new ApiFixture(folder)) {
            assertThat(LocalSocket.ask(socket, LIST)).startsWith("HTTP/1.1 200");
            assertThat(LocalSocket.ask(socket, HEALTH)).contains("\"version\":\"9.9.9\"");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket)))
                    .isEqualTo("rw-------");
            assertThat(LocalSocket.ask(socket, LIST.replace("Host", "Origin: null\r\nHost")))
                    .startsWith("HTTP/1.1 403");
            assertThat(LocalSocket.ask(socket, HOST)).contains("\"API\",\"level\":\"ok\"", ":" + api.port());
        }
        assertThat(socket).doesNotExist();
    }

    @Test
    void curlReachesTheSocket() throws Exception {
        try (ApiFixture api = new ApiFixture(folder)) {
            Process curl = new ProcessBuilder(
                            "curl", "-sS", "--unix-socket", socket.toString(), "http://belljar/sandboxes")
                    .redirectErrorStream(true)
                    .start();
            assertThat(new String(curl.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("[{\"id\":\"s1\"");
            assertThat(curl.waitFor()).isZero();
            api.assertUntouched();
        }
    }

    @Test
    void aFolderThatOthersCanOpenIsRefused() throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThatThrownBy(() -> ApiListeners.at(socket, 0, ConnectionLimits.USUAL))
                .hasMessageContaining("0700");
    }

    @Test
    void aTooLongSocketPathErrorNamesXdgRuntimeDir() {
        Path deep = folder.resolve("d".repeat(100)).resolve("api.sock");
        assertThatThrownBy(() -> ApiListeners.at(deep, 0, ConnectionLimits.USUAL))
                .hasMessageContaining("XDG_RUNTIME_DIR");
    }

    @Test
    void onlyTheSocketOfAKilledHostAgentIsReplaced() throws Exception {
        ServerSocketChannel killed = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        killed.bind(UnixDomainSocketAddress.of(socket));
        killed.close(); // closing leaves the file, as a kill does
        assertThat(socket).exists();
        try (ApiFixture api = new ApiFixture(folder)) {
            assertThat(LocalSocket.ask(socket, LIST)).startsWith("HTTP/1.1 200");
            assertThatThrownBy(() -> ApiServer.start(ApiSettings.of(0, folder, folder, "2"), api.services, () -> {}))
                    .hasMessageContaining("another host agent is already running");
            assertThat(LocalSocket.ask(socket, LIST)).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void aTakenPortLeavesTheSocketAndIsReportedByTheDoctor() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"));
                ApiFixture api =
                        new ApiFixture(folder, ConnectionLimits.USUAL, Duration.ofSeconds(5), other.getLocalPort())) {
            assertThat(api.server.port()).isEmpty();
            assertThat(LocalSocket.ask(socket, LIST)).startsWith("HTTP/1.1 200");
            assertThat(LocalSocket.ask(socket, HOST))
                    .contains("\"API\",\"level\":\"warn\"", "used by another of your programs", "BELLJAR_PORT");
            AgentAddress address =
                    ContractJson.readStrict(Files.readString(folder.resolve("agent.json")), AgentAddress.class);
            assertThat(address.port()).isNull();
            assertThat(address.socket()).isEqualTo(socket.toString());
        }
    }

    @Test
    void tcpCanBeSwitchedOff() throws Exception {
        try (ApiFixture api = new ApiFixture(folder, ConnectionLimits.USUAL, Duration.ofSeconds(5), ApiListeners.OFF)) {
            assertThat(api.server.port()).isEmpty();
            assertThat(LocalSocket.ask(socket, LIST)).startsWith("HTTP/1.1 200");
        }
    }

    /// A request that the owner's programs may send gets no response for another user.
    @Test
    @EnabledIf("root")
    void aConnectionOfAnotherUserIsClosedUnread() throws Exception {
        try (ApiFixture api = new ApiFixture(folder)) {
            String ask = "exec 3<>/dev/tcp/127.0.0.1/%d; printf '%s' >&3; cat <&3; true"
                    .formatted(
                            api.port(),
                            "GET /health HTTP/1.1\\r\\nHost: 127.0.0.1:%d\\r\\nConnection: close\\r\\n\\r\\n"
                                    .formatted(api.port()));
            assertThat(output("bash", "-c", ask)).contains("200 OK").contains("\"ok\":true");
            assertThat(output("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "bash", "-c", ask))
                    .doesNotContain("HTTP")
                    .doesNotContain("ok");
            assertThat(output(
                            "setpriv",
                            "--reuid=65534",
                            "--regid=65534",
                            "--clear-groups",
                            "curl",
                            "-sS",
                            "--unix-socket",
                            socket.toString(),
                            "http://belljar/health"))
                    .doesNotContain("ok\":")
                    .contains("onnect");
        }
    }

    static boolean root() {
        return System.getProperty("user.name").equals("root") && new File("/usr/bin/setpriv").canExecute();
    }

    @Test
    void ownConnectionsOnTcpNeedTheToken() throws Exception {
        try (ApiFixture api = new ApiFixture(folder);
                Socket own = new Socket("127.0.0.1", api.port())) {
            own.getOutputStream()
                    .write(LIST.replace("belljar", "127.0.0.1:" + api.port()).getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(own.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 401");
        }
    }

    private static String output(String... words) throws Exception {
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        String all = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return all;
    }
}
