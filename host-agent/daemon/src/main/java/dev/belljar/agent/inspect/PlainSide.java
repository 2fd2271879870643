package dev.belljar.agent.inspect;

/// A side whose wire says what is meant.
final class PlainSide implements Side {
    private final Spool in;
    private final Spool out;
    private boolean wireEnded;
    private boolean finishing;

    PlainSide(int limit) {
        in = new Spool(limit);
        out = new Spool(limit);
    }

    @Override
    public Spool wireIn() {
        return in;
    }

    @Override
    public Spool wireOut() {
        return out;
    }

    @Override
    public Spool plainIn() {
        return in;
    }

    @Override
    public Spool plainOut() {
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
