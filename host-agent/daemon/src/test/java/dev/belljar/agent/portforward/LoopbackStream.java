package dev.belljar.agent.portforward;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;

/// A connection to a server of this host that represents one in a guest.
public final class LoopbackStream implements GuestStream {
    private final Socket socket;
    private final InputStream input;
    private final OutputStream output;

    private LoopbackStream(Socket socket) throws IOException {
        this.socket = socket;
        input = socket.getInputStream();
        output = socket.getOutputStream();
    }

    /// To this port of this host.
    ///
    /// @throws GuestException when nothing listens
    public static GuestStream to(int port) throws GuestException {
        try {
            return new LoopbackStream(new Socket(InetAddress.getLoopbackAddress(), port));
        } catch (IOException e) {
            throw new GuestException(GuestException.REFUSED, "nothing is listening on " + port, null, e);
        }
    }

    @Override
    public InputStream input() {
        return input;
    }

    @Override
    public OutputStream output() {
        return output;
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
