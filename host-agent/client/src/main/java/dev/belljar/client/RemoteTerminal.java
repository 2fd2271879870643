package dev.belljar.client;

import dev.belljar.contract.view.session.TerminalExit;
import java.util.concurrent.CompletableFuture;

/// A command that runs in a machine, as seen by a client. Closing it ends the command.
public interface RemoteTerminal extends AutoCloseable {
    /// Sends input bytes.
    ///
    /// @throws AgentException when the socket is closed
    void send(byte[] bytes, int offset, int length) throws AgentException, InterruptedException;

    /// Ends the input.
    void eof() throws AgentException, InterruptedException;

    /// Sets the terminal's size.
    void resize(int rows, int cols) throws AgentException, InterruptedException;

    /// Sends a signal to the command's foreground process group.
    void signal(int number) throws AgentException, InterruptedException;

    /// Completed once, with how the command ended, after all output was delivered.
    CompletableFuture<TerminalExit> exit();

    @Override
    void close();
}
