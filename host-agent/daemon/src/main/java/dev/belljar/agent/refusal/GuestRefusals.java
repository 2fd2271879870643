package dev.belljar.agent.refusal;

import dev.belljar.agent.gateway.NetObserver;
import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.guest.LinkState;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.event.ApprovalEvent;
import dev.belljar.contract.event.Event.HttpEvent;
import dev.belljar.contract.event.Event.NetEvent;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tells a guest about the refusals of its own connections. It gets the events of one sandbox only, so no guest learns
/// anything of another.
///
/// Nothing waits for the guest: refusals wait in a bounded queue, which a thread sends while it has any. The first are
/// sent soon; while there are more, the pauses get longer, up to `LONGEST_MILLIS`. If the guest cannot take them, they
/// are dropped after some attempts: the list helps, but the host's own record is the one that counts. Safe for several
/// threads.
public final class GuestRefusals implements NetObserver {
    private static final Logger LOG = LoggerFactory.getLogger(GuestRefusals.class);
    private static final Duration FIRST = Duration.ofMillis(300);
    private static final long LONGEST_MILLIS = 8_000;
    private static final int MOST_ATTEMPTS = 5;

    private final String name;
    private final Supplier<Optional<GuestLink>> guest;
    private final Duration first;
    private final RefusalReader reader;
    private final RefusalQueue queue = new RefusalQueue();
    private boolean sending;
    private int failures;
    private int refusals;
    private boolean deaf;

    /// `name` is that of the sandbox; `guest` gives the link to its machine while it has one.
    public GuestRefusals(String name, Supplier<Optional<GuestLink>> guest) {
        this(name, guest, FIRST);
    }

    GuestRefusals(String name, Supplier<Optional<GuestLink>> guest, Duration first) {
        this.name = name;
        this.guest = guest;
        this.first = first;
        this.reader = new RefusalReader(name);
    }

    @Override
    public synchronized void seen(NetEvent event) {
        reader.flow(event).ifPresent(this::add);
    }

    /// Takes an HTTP request that was inspected.
    public synchronized void requested(HttpEvent event) {
        reader.request(event).ifPresent(this::add);
    }

    /// Takes an approval that was asked or ended.
    public synchronized void asked(ApprovalEvent event) {
        reader.approval(event).ifPresent(this::add);
    }

    private void add(RefusalLine line) {
        if (deaf) {
            return;
        }
        queue.add(line);
        if (!sending) {
            sending = true;
            Thread.ofVirtual().name(name + " refusals").start(this::send);
        }
    }

    private void send() {
        try {
            long pause = first.toMillis();
            while (true) {
                Thread.sleep(pause);
                List<RefusalLine> lines = take();
                if (lines.isEmpty()) {
                    return;
                }
                deliver(lines);
                pause = Math.min(2 * pause, LONGEST_MILLIS);
            }
        } catch (InterruptedException e) {
            // Nothing interrupts this thread.
            Thread.currentThread().interrupt();
        }
    }

    /// The lines to send now; empty if there are none, in which case the thread ends.
    private synchronized List<RefusalLine> take() {
        List<RefusalLine> lines = queue.drain();
        sending = !lines.isEmpty();
        return lines;
    }

    private void deliver(List<RefusalLine> lines) throws InterruptedException {
        String text = lines.stream().map(line -> ContractJson.line(line) + "\n").collect(Collectors.joining());
        GuestLink link = guest.get().orElse(null);
        try {
            if (link != null && link.state() == LinkState.UP) {
                link.addRefusals(text.getBytes(StandardCharsets.UTF_8));
                settle(lines, true, false);
            } else {
                settle(lines, false, false);
            }
        } catch (GuestException e) {
            LOG.debug("{}: its guest was not told about refusals: {}", name, e.getMessage());
            settle(lines, false, e.problem().code().equals(GuestException.REFUSED.code()));
        }
    }

    /// Queues lines again that did not arrive, a few times. A guest agent of an older version refuses them.
    private synchronized void settle(List<RefusalLine> lines, boolean arrived, boolean refused) {
        failures = arrived ? 0 : failures + 1;
        refusals = arrived ? 0 : refusals + (refused ? 1 : 0);
        deaf = refusals >= MOST_ATTEMPTS;
        if (deaf) {
            List<RefusalLine> _ = queue.drain();
        } else if (!arrived && !refused && failures < MOST_ATTEMPTS) {
            lines.forEach(queue::add);
        }
    }
}
