package dev.belljar.agent.journal;

import dev.belljar.agent.host.DiskReserve;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.EventType;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A journal in JSONL files, one for each group of event types, below one folder.
///
/// One lock orders all appends, and lines reach the files in the order of their numbers. So a process that is
/// killed at any moment leaves the lines 1 to n and at most one torn line, which the next opening cuts. A power
/// failure may also keep a later line and lose an earlier one in another file, and people edit files: a missing
/// or damaged line is never a reason to give up the lines after it. Opening logs how many such lines there are,
/// and a cursor that reads all types shows each place as a `GapEvent`.
///
/// Events from guests are bounded (`JournalRetention`), and so are events of the host whose number depends on
/// guests (flows and gaps). The other events of the host (states, syncs, snapshots) are in a separate file and
/// are never deleted.
///
/// Lines from a guest end with their boot id and number (`GuestStamp`), so after a crash the last recorded event
/// is known exactly, and the guest is asked to send only the events after it.
public final class FileJournal implements Journal {
    private static final Logger LOG = LoggerFactory.getLogger(FileJournal.class);
    /// The default limit for the events of one sandbox's guests, in bytes of disk space.
    public static final long GUEST_LIMIT = 2L << 30;

    private static final DiskReserve RESERVE = DiskReserve.of(256L << 20);

    private final Path folder;
    private final List<LineFile> files;
    private final JournalLayout layout;
    private final JournalQuota room;
    private final BootNumbers boots;
    private final ReentrantLock lock = new ReentrantLock();
    private final LineBatch batch = new LineBatch();
    private final PublishedLength published;
    private final JournalFlusher flusher;
    private final Semaphore atOnce;

    private FileJournal(
            Path folder,
            List<LineFile> files,
            JournalLayout.JournalKind layout,
            BootNumbers boots,
            JournalQuota room,
            Semaphore atOnce)
            throws IOException {
        this.boots = boots;
        this.atOnce = atOnce;
        this.folder = folder;
        this.room = room;
        this.files = files;
        this.published = new PublishedLength(new PublishedLength.Extent(scan(), lengths()));
        this.layout = layout.over(files);
        this.flusher = new JournalFlusher(folder, files);
    }

    /// Opens the journal in this folder with the default limit for events from guests.
    ///
    /// @throws JournalException when the folder cannot be written or a file cannot be read
    public static FileJournal open(Path folder) throws JournalException {
        return open(folder, GUEST_LIMIT);
    }

    /// Opens the journal in this folder, and creates what is missing; a torn last line of each file is cut.
    ///
    /// `guestLimit` is how many bytes the events of guests may take; flows and gaps may take a quarter of it.
    /// When there are more, the oldest are deleted and a `GapEvent` says how many.
    ///
    /// @throws JournalException when the folder cannot be written or a file cannot be read
    public static FileJournal open(Path folder, long guestLimit) throws JournalException {
        return open(folder, guestLimit, RESERVE);
    }

    /// Opens the journal in this folder; events of guests wait while they would use the reserve.
    ///
    /// @throws JournalException when the folder cannot be written or a file cannot be read
    public static FileJournal open(Path folder, long guestLimit, DiskReserve reserve) throws JournalException {
        return open(folder, guestLimit, reserve, new Semaphore(1));
    }

    /// Opens the journal in this folder; while it writes events of its guest it holds a permit of `atOnce`,
    /// which many journals share.
    ///
    /// @throws JournalException when the folder cannot be written or a file cannot be read
    public static FileJournal open(Path folder, long guestLimit, DiskReserve reserve, Semaphore atOnce)
            throws JournalException {
        return open(
                folder, files -> JournalLayout.ofSandbox(files, guestLimit), BootNumbers.ofGuest(), reserve, atOnce);
    }

    /// Opens the journal of the host in this folder, which keeps its newest events within `limit` bytes.
    ///
    /// @throws JournalException when the folder cannot be written or a file cannot be read
    static FileJournal openHost(Path folder, long limit) throws JournalException {
        return open(
                folder,
                files -> JournalLayout.ofHost(files, limit),
                BootNumbers.ofSandboxes(),
                DiskReserve.NONE,
                new Semaphore(1));
    }

    private static FileJournal open(
            Path folder, JournalLayout.JournalKind layout, BootNumbers boots, DiskReserve reserve, Semaphore atOnce)
            throws JournalException {
        List<LineFile> files = new ArrayList<>();
        try {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            for (String name : FileNames.ALL) {
                files.add(new LineFile(folder.resolve(name)));
            }
            force(folder);
            return new FileJournal(
                    folder, List.copyOf(files), layout, boots, new JournalQuota(folder, reserve), atOnce);
        } catch (IOException e) {
            closeAll(files);
            throw JournalException.unopened(folder, e);
        }
    }

    @Override
    public long append(Event event) throws JournalException {
        lock.lock();
        try {
            ensureOpen();
            JournalRetention limit = layout.limitOf(event.type());
            if (limit != null) {
                room.require();
                keepWithin(limit);
            }
            return put(event);
        } finally {
            lock.unlock();
        }
    }

    private long put(Event event) throws JournalException {
        long seq = lastSeq() + 1;
        batch.clear();
        batch.add(ContractJson.line(event.withSeq(seq)), seq);
        write(file(FileNames.ofHost(event.type())));
        flusher.soon();
        return seq;
    }

    @Override
    public void appendFromGuest(String bootId, List<NumberedEvent> events) throws JournalException {
        // A guest may do this for ever. The permit is released before the wait for the slow disk, so that others
        // can work.
        atOnce.acquireUninterruptibly();
        try {
            write(bootId, events);
        } finally {
            atOnce.release();
        }
        try {
            flusher.now();
        } catch (IOException e) {
            throw JournalException.unwritable(folder, e);
        }
    }

    private void write(String bootId, List<NumberedEvent> events) throws JournalException {
        lock.lock();
        try {
            ensureOpen();
            // A guest that makes events without end would fill the host's disk: its events wait instead, and
            // with them the guest.
            room.require();
            writeInOrder(bootId, events);
            keepWithin(layout.limitOfGuests());
        } finally {
            lock.unlock();
        }
    }

    // The gap event is on disk before the deletion: a crash between the two leaves events that were reported as
    // deleted, never deleted events without a report.
    private void keepWithin(JournalRetention limit) throws JournalException {
        try {
            limit.cutWhenFull();
            while (limit.exceeded()) {
                put(limit.removed(System.currentTimeMillis()));
                flusher.now();
                limit.dropOldest();
                force(folder);
            }
        } catch (IOException e) {
            throw JournalException.unwritable(folder, e);
        }
    }

    // Consecutive lines of one file are written together, but never a line before one with a lower number.
    private void writeInOrder(String bootId, List<NumberedEvent> events) throws JournalException {
        long highest = boots.highest(bootId);
        long seq = lastSeq();
        LineFile current = null;
        batch.clear();
        for (NumberedEvent numbered : events) {
            if (numbered.number() <= highest) {
                continue;
            }
            LineFile file = file(layout.fileOfGuest(numbered.event().type()));
            if (current != null && file != current) {
                write(current);
                boots.saw(new GuestStamp(bootId, highest));
                batch.clear();
            }
            current = file;
            highest = numbered.number();
            seq++;
            batch.add(
                    new GuestStamp(bootId, highest)
                            .on(ContractJson.line(numbered.event().withSeq(seq))),
                    seq);
        }
        if (current != null) {
            write(current);
            boots.saw(new GuestStamp(bootId, highest));
        }
    }

    private void write(LineFile file) throws JournalException {
        try {
            file.append(batch);
        } catch (IOException e) {
            throw JournalException.unwritable(file.path(), e);
        }
        published.publish(new PublishedLength.Extent(lastSeq() + batch.count(), lengths()));
    }

    @Override
    public long recorded(String bootId) {
        return boots.highest(bootId);
    }

    @Override
    public long lastSeq() {
        return published.extent().lastSeq();
    }

    @Override
    public JournalCursor cursor(long afterSeq, Set<EventType> types) throws JournalException {
        ensureOpen();
        return new FileCursor(folder, files, published, afterSeq, types);
    }

    @Override
    public void close() {
        lock.lock();
        try {
            if (published.closed() != null) {
                return;
            }
            published.close("the journal in " + folder + " was closed");
        } finally {
            lock.unlock();
        }
        flusher.close();
        try {
            flusher.now();
        } catch (IOException e) {
            LOG.error("{}: could not be flushed to disk: {}", folder, e.getMessage());
        }
        closeAll(files);
    }

    private void ensureOpen() throws JournalException {
        String why = published.closed();
        if (why != null) {
            throw JournalException.closed(why);
        }
    }

    private LineFile file(String name) {
        return files.get(FileNames.ALL.indexOf(name));
    }

    private long scan() throws IOException {
        AtomicLong last = new AtomicLong();
        AtomicLong lines = new AtomicLong();
        for (LineFile file : files) {
            int damaged = file.scan((seq, stamp) -> found(last, lines, seq, stamp));
            if (damaged > 0) {
                LOG.warn("{}: {} damaged lines skipped", file.path(), damaged);
            }
        }
        if (last.get() != lines.get()) {
            LOG.info(
                    "{}: {} of {} lines are missing: removed to free space, or damaged",
                    folder,
                    last.get() - lines.get(),
                    last.get());
        }
        return last.get();
    }

    private void found(AtomicLong last, AtomicLong lines, long seq, @Nullable GuestStamp stamp) {
        last.set(Math.max(last.get(), seq));
        lines.incrementAndGet();
        if (stamp != null) {
            boots.saw(stamp);
        }
    }

    private long[] lengths() {
        long[] lengths = new long[files.size()];
        for (int i = 0; i < lengths.length; i++) {
            lengths[i] = files.get(i).length();
        }
        return lengths;
    }

    // A new file survives a power failure only once its folder is forced to disk.
    private static void force(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private static void closeAll(List<LineFile> files) {
        for (LineFile file : files) {
            try {
                file.close();
            } catch (IOException e) {
                LOG.warn("{}: {}", file.path(), e.getMessage());
            }
        }
    }
}
