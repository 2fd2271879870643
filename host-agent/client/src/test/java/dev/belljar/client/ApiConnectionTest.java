package dev.belljar.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.contract.host.UserId;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that the client connects only to a socket of its own user, and takes nothing but a response for one.
class ApiConnectionTest {
    private static final int NOBODY = 65_534;

    @TempDir
    private Path folder;

    @Test
    void aSocketOfTheSameUserIsConnectedTo() throws Exception {
        Path socket = folder.resolve("api.sock");
        try (ServerSocketChannel server = listening(socket);
                ApiConnection _ = ApiConnection.open(socket, gone -> {})) {
            assertThat(accepted(server)).isTrue();
        }
    }

    @Test
    void aSocketOfAnotherUserIsRefusedBeforeItIsConnectedTo() throws Exception {
        Path socket = folder.resolve("api.sock");
        try (ServerSocketChannel server = listening(socket)) {
            Path foreign = foreign(socket);
            assertThatThrownBy(() -> ApiConnection.open(foreign, gone -> {}).close())
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("the socket " + foreign + " belongs to another user (uid ");
            assertThat(accepted(server)).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "HTTP/1.1 200 OK\r\nContent-Le",
                "SSH-2.0-x\r\n\r\n",
                "HTTP/1.1 9999 x\r\n\r\n",
                "HTTP/1.1 200 OK\r\nno header\r\n\r\n"
            })
    void anythingButAResponseIsRefused(String sent) throws Exception {
        assertThatThrownBy(() -> head(sent)).isInstanceOf(IOException.class);
    }

    @Test
    void anEndlessHeadIsRefused() throws Exception {
        assertThatThrownBy(() -> head("HTTP/1.1 200 OK\r\n" + "a: b\r\n".repeat(10_000)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("longer than");
    }

    /// Sends a request to a server that answers with these bytes.
    private void head(String sent) throws Exception {
        Path socket = folder.resolve("api.sock");
        try (ServerSocketChannel server = listening(socket)) {
            server.configureBlocking(true);
            Thread answering = Thread.ofVirtual().start(() -> answer(server, sent));
            try (ApiConnection connection = ApiConnection.open(socket, gone -> {})) {
                connection.ask("GET", "/health", Map.of(), null);
            } finally {
                answering.join();
            }
        }
    }

    private static void answer(ServerSocketChannel server, String sent) {
        try (SocketChannel one = server.accept()) {
            one.write(ByteBuffer.wrap(sent.getBytes(StandardCharsets.ISO_8859_1)));
            one.shutdownOutput();
            while (one.read(ByteBuffer.allocate(512)) >= 0) {
                // Until the client closes the connection.
            }
        } catch (IOException e) {
            // The client closed the connection before it read everything.
        }
    }

    /// Returns a socket of another user. Only root can change the owner of a socket; other users get a file
    /// of root's instead, which is not a socket, so that only the message shows whether the owner was checked
    /// before the connection.
    private static Path foreign(Path socket) throws IOException {
        if (UserId.own() != 0) {
            return Path.of("/dev/null");
        }
        Files.setAttribute(socket, "unix:uid", NOBODY);
        return socket;
    }

    private static ServerSocketChannel listening(Path socket) throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(socket));
        server.configureBlocking(false);
        return server;
    }

    private static boolean accepted(ServerSocketChannel server) throws IOException {
        try (SocketChannel one = server.accept()) {
            return one != null;
        }
    }
}
