package dev.belljar.client;

import dev.belljar.contract.view.TerminalExit;
import java.util.concurrent.CompletableFuture;

/// A command running in a machine, seen from here. Closing it ends the command.
public interface RemoteTerminal extends AutoCloseable {
    /// Sends input bytes.
    ///
    /// @throws AgentException when the socket is gone
    void send(byte[] bytes, int offset, int length) throws AgentException, InterruptedException;

    /// Says that no more input comes.
    void eof() throws AgentException, InterruptedException;

    /// Tells the terminal its size.
    void resize(int rows, int cols) throws AgentException, InterruptedException;

    /// Sends a signal to its foreground process group.
    void signal(int number) throws AgentException, InterruptedException;

    /// How it ended; completed once, after all output was handed over.
    CompletableFuture<TerminalExit> exit();

    @Override
    void close();
}
