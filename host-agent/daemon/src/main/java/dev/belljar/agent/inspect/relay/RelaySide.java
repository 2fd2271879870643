package dev.belljar.agent.inspect.relay;

import dev.belljar.agent.inspect.http.ByteSpool;
import java.io.IOException;

/// One side of an inspected connection: the bytes on its wire, and the plain bytes they stand for.
///
/// The connection adds to `wireIn` and takes from `wireOut`; the relay takes from `plainIn` and adds to
/// `plainOut`; `move` converts between them.
public interface RelaySide {
    ByteSpool wireIn();

    ByteSpool wireOut();

    ByteSpool plainIn();

    ByteSpool plainOut();

    /// Converts what can be converted; returns whether anything was.
    ///
    /// @throws IOException when the other end breaks the protocol or refuses; the last bytes for it are in
    ///     `wireOut`
    boolean move() throws IOException;

    /// Whether plain bytes may be sent and trusted.
    boolean ready();

    /// Notes that no more bytes will come on the wire.
    void wireEnded();

    /// Notes that no more plain bytes will be sent.
    void finish();

    /// Whether no more plain bytes will come after those in `plainIn`.
    boolean cut();

    /// Whether all plain bytes were taken and no more will come.
    default boolean ended() {
        return cut() && plainIn().isEmpty();
    }

    /// Whether `wireOut` has the last bytes, and no more will be added.
    boolean finished();
}
