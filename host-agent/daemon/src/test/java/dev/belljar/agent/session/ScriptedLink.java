package dev.belljar.agent.session;

import dev.belljar.agent.guest.GuestExec;
import dev.belljar.agent.guest.GuestIdentity;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.guest.GuestProcess;
import dev.belljar.agent.guest.GuestStream;
import dev.belljar.agent.guest.LinkState;
import dev.belljar.agent.guest.ListeningPort;
import dev.belljar.contract.request.session.ExecCommand;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;

/// A fake guest link that gives each connection a prepared stream and supports no other operation.
final class ScriptedLink implements GuestLink {
    private final Queue<GuestStream> streams;

    ScriptedLink(GuestStream... inTurn) {
        this.streams = new ArrayDeque<>(List.of(inTurn));
    }

    /// The number of prepared connections that were not used.
    int left() {
        return streams.size();
    }

    @Override
    public synchronized GuestStream connect(int port) {
        return streams.remove();
    }

    @Override
    public LinkState state() {
        return LinkState.UP;
    }

    @Override
    public List<GuestProcess> processes() {
        return List.of();
    }

    @Override
    public List<ListeningPort> ports() {
        return List.of();
    }

    @Override
    public GuestExec exec(ExecCommand command) {
        throw unscripted();
    }

    @Override
    public void put(String folder, String user, InputStream tar) {
        throw unscripted();
    }

    @Override
    public GuestStream get(String folder, String user, List<String> members) {
        throw unscripted();
    }

    @Override
    public void identity(GuestIdentity identity) {
        throw unscripted();
    }

    @Override
    public void present() {
        throw unscripted();
    }

    @Override
    public void addRefusals(byte[] lines) {
        throw unscripted();
    }

    @Override
    public void syncDisks() {
        throw unscripted();
    }

    @Override
    public void shutdown() {
        throw unscripted();
    }

    @Override
    public void close() {}

    private static AssertionError unscripted() {
        return new AssertionError("only connections were laid out");
    }
}
