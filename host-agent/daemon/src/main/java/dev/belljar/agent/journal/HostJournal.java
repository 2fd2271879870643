package dev.belljar.agent.journal;

import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.Event.GapEvent;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.event.HostEvent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The journal of the host: what concerns no single sandbox, and copies of the events of sandboxes that concern the
/// host (`HostEvent.ofHost`), with numbers of its own.
///
/// A sandbox's journal is copied by a thread that follows it (`JournalCopy`), so that no workflow waits for it. A
/// `GapEvent` says that this host agent was started, or that an event could not be recorded: a reader must then request
/// everything that it shows again.
public final class HostJournal implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HostJournal.class);
    private static final long LIMIT = 32L << 20;
    private static final Duration GIVE_UP = Duration.ofSeconds(10);

    private final FileJournal journal;
    private final Map<String, JournalCopy> copies = new ConcurrentHashMap<>();
    /// The time of the oldest event when the journal was opened.
    private final long oldest;
    private long lost;

    private HostJournal(FileJournal journal, long oldest) {
        this.journal = journal;
        this.oldest = oldest;
    }

    /// Opens the journal in this folder, and creates what is missing.
    ///
    /// @throws JournalException when the folder cannot be written or a file cannot be read
    public static HostJournal open(Path folder) throws JournalException {
        return open(folder, LIMIT);
    }

    static HostJournal open(Path folder, long limit) throws JournalException {
        FileJournal journal = FileJournal.openHost(folder, limit);
        HostJournal host = new HostJournal(journal, oldest(journal));
        host.recordGap(0, "the host agent was started");
        return host;
    }

    private static long oldest(Journal journal) throws JournalException {
        Set<EventType> types = EnumSet.of(EventType.GAP);
        types.addAll(EventType.ofHost());
        try (JournalCursor cursor = journal.cursor(0, types)) {
            List<Event> first = cursor.next(1, Duration.ZERO);
            return first.isEmpty()
                    ? System.currentTimeMillis()
                    : first.getFirst().ts();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return System.currentTimeMillis();
        }
    }

    /// The journal, for its readers.
    public Journal journal() {
        return journal;
    }

    /// Records an event that does not belong in any sandbox's journal. If that fails, the next event is preceded by a
    /// gap.
    public synchronized void record(HostEvent event) {
        try {
            if (lost > 0) {
                recordGap(lost, "the host agent could not write its own events to the journal");
                lost = 0;
            }
            journal.append(event);
        } catch (JournalException e) {
            lost++;
            LOG.error("an event of the host was not recorded: {}", e.getMessage());
        }
    }

    /// Records that events of a sandbox which concern the host were lost.
    public synchronized void recordLoss(long count) {
        recordGap(count, "the host agent could not write events of a sandbox to its journal");
    }

    private void recordGap(long count, String reason) {
        try {
            journal.append(new GapEvent(0, System.currentTimeMillis(), count == 0 ? "end" : "lost", count, reason));
        } catch (JournalException e) {
            LOG.error("a gap in the host's events was not recorded: {}", e.getMessage());
        }
    }

    /// Copies the journal of this sandbox, from where an earlier host agent stopped, until it is closed.
    public void copy(String sandbox, Journal from) {
        copies.put(sandbox, new JournalCopy(sandbox, from, journal, oldest));
    }

    /// Waits until everything in the journal of this sandbox, which was closed, is copied.
    public void settle(String sandbox) {
        JournalCopy copy = copies.remove(sandbox);
        if (copy != null && !copy.awaitEnd(GIVE_UP)) {
            LOG.warn("{}: not all of its events could be copied to the host's journal", sandbox);
        }
    }

    @Override
    public void close() {
        // A thread that was interrupted while it writes would close the file.
        journal.close();
        copies.values().forEach(JournalCopy::close);
    }
}
