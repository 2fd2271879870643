package dev.belljar.bench.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/// Tests the server for packages with plain requests.
class PackageServerTest {
    private static String answer(PackageServer server, String request) throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.getOutputStream().write((request + "\r\nHost: x\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void itServesFilesOfItsFolderAndNothingElse() throws Exception {
        try (PackageServer server = PackageServer.open()) {
            Files.writeString(server.folder().resolve("a.tgz"), "content");
            assertThat(answer(server, "GET /a.tgz HTTP/1.1"))
                    .startsWith("HTTP/1.1 200 OK\r\nContent-Length: 7\r\n")
                    .endsWith("\r\n\r\ncontent");
            assertThat(answer(server, "GET /b.tgz HTTP/1.1")).startsWith("HTTP/1.1 404 ");
            assertThat(answer(server, "GET /../../etc/passwd HTTP/1.1")).startsWith("HTTP/1.1 404 ");
            assertThat(answer(server, "GET //etc/passwd HTTP/1.1")).startsWith("HTTP/1.1 404 ");
            assertThat(answer(server, "PUT /a.tgz HTTP/1.1")).startsWith("HTTP/1.1 404 ");
            assertThat(server.destination()).isEqualTo("host.belljar.internal:" + server.port());
        }
    }

    @Test
    void itsFolderIsDeletedWithIt() throws Exception {
        PackageServer server = PackageServer.open();
        Files.writeString(server.folder().resolve("a.tgz"), "content");
        server.close();
        assertThat(server.folder()).doesNotExist();
    }
}
