package dev.belljar.agent.inspect;

import java.io.IOException;

/// One side of a connection that is looked into: what is on its wire, and what is meant by it.
///
/// Whoever holds it adds to `wireIn` and takes from `wireOut`; who talks takes from `plainIn` and adds to
/// `plainOut`; `move` carries over what can be.
interface RelaySide {
    ByteSpool wireIn();

    ByteSpool wireOut();

    ByteSpool plainIn();

    ByteSpool plainOut();

    /// Carries over what can be; whether anything moved.
    ///
    /// @throws IOException when the other end breaks the protocol or refuses; what is to be said to it
    /// is in `wireOut`
    boolean move() throws IOException;

    /// Whether what is meant may be said and believed.
    boolean ready();

    /// No more bytes will come on the wire.
    void wireEnded();

    /// No more will be said.
    void finish();

    /// Nothing more will be meant than what is in `plainIn`.
    boolean cut();

    /// All that was meant has been taken and no more will come.
    default boolean ended() {
        return cut() && plainIn().isEmpty();
    }

    /// Everything that is to be said is in `wireOut`, and no more will be.
    boolean finished();
}
