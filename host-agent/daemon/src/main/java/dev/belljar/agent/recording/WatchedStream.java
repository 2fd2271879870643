package dev.belljar.agent.recording;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.guest.GuestStream;
import java.io.InputStream;
import java.io.OutputStream;

/// A connection whose machine counts as used whenever bytes are transferred.
public final class WatchedStream implements GuestStream {
    private final GuestStream stream;
    private final MachineActivity activity;

    private WatchedStream(GuestStream stream, MachineActivity activity) {
        this.stream = stream;
        this.activity = activity;
        activity.touch();
    }

    /// Connects to a port on the loopback interface of this sandbox's machine.
    ///
    /// @throws GuestException `guest.refused` when no program listens there
    public static GuestStream to(GuestLink guest, int port, String sandbox, MachineActivity activity)
            throws GuestException, InterruptedException {
        try {
            return new WatchedStream(guest.connect(port), activity);
        } catch (GuestException e) {
            if (!e.code().equals(GuestException.REFUSED)) {
                throw e;
            }
            throw new GuestException(
                    e.code(),
                    e.problem().detail(),
                    "Perhaps no server is listening on that port. `belljar exec %s -- ss -ltn` lists the ports in use."
                            .formatted(sandbox),
                    e);
        }
    }

    @Override
    public InputStream input() {
        return new CountedStreams(activity).by(stream.input());
    }

    @Override
    public OutputStream output() {
        return new CountedStreams(activity).by(stream.output());
    }

    @Override
    public void close() {
        stream.close();
    }
}
