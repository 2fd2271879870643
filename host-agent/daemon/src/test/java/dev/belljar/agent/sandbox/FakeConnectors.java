package dev.belljar.agent.sandbox;

import dev.belljar.agent.gateway.EgressPolicy;
import dev.belljar.agent.gateway.Gateway;
import dev.belljar.agent.gateway.GatewayTotals;
import dev.belljar.agent.gateway.NetObserver;
import dev.belljar.agent.gateway.ProcessFinder;
import dev.belljar.agent.guest.GuestHello;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.guest.LinkObserver;
import dev.belljar.agent.guest.LinkState;
import dev.belljar.agent.journal.FileJournal;
import dev.belljar.agent.journal.Journal;
import dev.belljar.agent.journal.JournalException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Opens real journals, fake guests that answer at once or never, and an unused network.
public final class FakeConnectors implements SandboxConnectors {
    public static final GuestHello HELLO = new GuestHello(1, "0", "boot", "6", "guest", 1, 0, true, true, true);

    private volatile boolean answers = true;
    private volatile boolean gateways = true;
    private volatile @Nullable GuestPrograms programs;
    private volatile @Nullable FakeLink link;
    private volatile @Nullable LinkObserver observer;
    private volatile @Nullable EgressPolicy given;
    private volatile Runnable closing = () -> {};

    /// Sets an action that runs when a link is closed.
    public void whenLinkCloses(Runnable happening) {
        closing = happening;
    }

    public void guestAnswers(boolean does) {
        answers = does;
    }

    /// Sets the programs of guests that are linked from now on.
    public void guestRuns(GuestPrograms own) {
        programs = own;
    }

    public void gatewayOpens(boolean does) {
        gateways = does;
    }

    /// The observer of the newest guest.
    public LinkObserver observer() {
        return Optional.ofNullable(observer).orElseThrow();
    }

    /// The policy of the newest gateway.
    public EgressPolicy policy() {
        return Optional.ofNullable(given).orElseThrow();
    }

    /// True if a link to a guest was ever opened.
    public boolean listened() {
        return link != null;
    }

    public FakeLink link() {
        return Optional.ofNullable(link).orElseThrow();
    }

    @Override
    public Journal journal(Path sandboxFolder) throws JournalException {
        return FileJournal.open(sandboxFolder.resolve("events"));
    }

    @Override
    public GuestLink link(Path socket, String name, LinkObserver observer) {
        this.observer = observer;
        boolean up = answers;
        FakeLink fresh = new FakeLink(up ? LinkState.UP : LinkState.CONNECTING, () -> closing.run());
        fresh.runs(programs);
        link = fresh;
        if (up) {
            observer.up(HELLO);
        }
        return fresh;
    }

    @Override
    public Gateway gateway(Path socket, String mac, EgressPolicy policy, ProcessFinder finder, NetObserver observer) {
        if (!gateways) {
            throw new IllegalStateException("no gateway today");
        }
        given = policy;
        return new Gateway() {
            @Override
            public GatewayTotals totals() {
                return new GatewayTotals(0, 0, 0, 0, 0, 0, 0, 0, 0);
            }

            @Override
            public void close() {}
        };
    }
}
