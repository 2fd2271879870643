package dev.belljar.agent.inspect.relay;

import dev.belljar.agent.inspect.http.ByteSpool;

/// A side without encryption: its wire bytes are the plain bytes.
public final class PlainRelaySide implements RelaySide {
    private final ByteSpool in;
    private final ByteSpool out;
    private boolean wireEnded;
    private boolean finishing;

    public PlainRelaySide(int limit) {
        in = new ByteSpool(limit);
        out = new ByteSpool(limit);
    }

    @Override
    public ByteSpool wireIn() {
        return in;
    }

    @Override
    public ByteSpool wireOut() {
        return out;
    }

    @Override
    public ByteSpool plainIn() {
        return in;
    }

    @Override
    public ByteSpool plainOut() {
        return out;
    }

    @Override
    public boolean move() {
        return false;
    }

    @Override
    public boolean ready() {
        return true;
    }

    @Override
    public void wireEnded() {
        wireEnded = true;
    }

    @Override
    public void finish() {
        finishing = true;
    }

    @Override
    public boolean cut() {
        return wireEnded;
    }

    @Override
    public boolean finished() {
        return finishing;
    }
}
