package dev.belljar.agent.portforward;

import java.io.IOException;
import java.net.BindException;
import java.net.ServerSocket;

/// Finds a free port of this host for a test that must name the port before it listens.
public final class UnaskedPort {
    private static final int FIRST = 20_000;
    private static final int SPREAD = 10_000;

    private UnaskedPort() {}

    /// Returns a free port below the ephemeral range; each process starts its search at a different port.
    public static int free() throws IOException {
        int port = FIRST + (int) (ProcessHandle.current().pid() % SPREAD);
        while (true) {
            try (ServerSocket free = new ServerSocket(port)) {
                return free.getLocalPort();
            } catch (BindException e) {
                port++;
            }
        }
    }
}
