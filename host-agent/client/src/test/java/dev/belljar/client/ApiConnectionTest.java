package dev.belljar.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.contract.host.UserId;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that the client connects only to a socket of its own user.
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
