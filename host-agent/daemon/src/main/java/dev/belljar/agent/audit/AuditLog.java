package dev.belljar.agent.audit;

import dev.belljar.contract.audit.AuditCheck;
import dev.belljar.contract.audit.AuditFiles;
import dev.belljar.contract.audit.AuditHead;
import dev.belljar.contract.audit.AuditLines;
import dev.belljar.contract.audit.HashChain;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import dev.belljar.contract.policy.AuditEntry;
import dev.belljar.contract.policy.AuditVerdict;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The audit of one host agent: lines are only ever added, and each line has the hash of the line before it.
///
/// A line that a crash tore is cut when the audit is opened, and the next line says so. When a file is full, the
/// next file continues the chain. An anchor in a file beside the audit's folder names a line that is on disk:
/// verification fails if the audit was cut before that line, and if the anchor was deleted or set back to the
/// beginning. A program that can write both the audit and the anchor can write another chain. Against that helps
/// only a copy of the newest hash elsewhere: it is logged at start and end, under systemd into the system
/// journal. Safe for several threads.
public final class AuditLog implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);
    private static final long FULL = 16 << 20;
    /// Entries that come as fast as a guest causes them, from the thread that handles its packets. They do not
    /// wait for the disk: they are on disk with the next line of another kind.
    private static final Set<String> UNHURRIED = Set.of("opened", "refused", "summed", "held");
    private static final int MOST_TEXT = 2_000;
    private static final long RETRY_MILLIS = 1_000;

    private final AuditFiles files;
    private final AuditAnchor anchor;
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final AuditWriter writer;
    private long seq;
    private String head = HashChain.GENESIS;
    private volatile @Nullable String failure;
    /// When writing a line, or probing for space, was last tried; milliseconds since the epoch.
    private long tried;

    private AuditLog(AuditFiles files, AuditAnchor anchor, InstantSource clock, long full) throws IOException {
        this.files = files;
        this.anchor = anchor;
        this.clock = clock;
        List<Path> all = files.all();
        long torn = 0;
        if (!all.isEmpty()) {
            torn = resume(all.getLast());
            if (seq == 0 && all.size() > 1) {
                resume(all.get(all.size() - 2));
            }
        }
        writer = new AuditWriter(files, all.isEmpty() ? 1 : AuditFiles.number(all.getLast()), full);
        boolean line = writer.cut(torn);
        // Before any line is added: otherwise a new line would be anchored in place of a line that may be gone.
        requireAnchored();
        if (line) {
            record("started", "", "", "", "an incomplete last line of %d bytes was removed".formatted(torn));
        }
        LOG.info("audit: line {} has the hash {}", seq, head);
    }

    /// Looks for the anchored line, and records a loss if it is gone.
    private void requireAnchored() throws IOException {
        if (anchor.missing() && seq == 0) {
            anchor.begin();
            return;
        }
        String loss = loss();
        if (loss != null) {
            LOG.error("{}: {}: the audit log was truncated or replaced", files.folder(), loss);
            anchor.lost(seq, head, clock.millis());
            record("lost", "", "", "", loss);
        }
    }

    /// The losses in words, null if there are none.
    private @Nullable String loss() throws IOException {
        if (anchor.seq() == 0) {
            // The first line is anchored as soon as it is written, so a crash leaves at most one line that is
            // not anchored.
            boolean begun = seq <= 1 && !anchor.missing();
            return begun
                    ? null
                    : "the file that records the last line of the audit log was missing or had been reset; "
                            + "at that time, the audit log ended at line %d".formatted(seq);
        }
        if (anchor.holds(seq, head)) {
            return null; // the usual case, and the whole audit need not be read
        }
        AuditCheck check = new AuditCheck(files, anchor.seq());
        AuditVerdict _ = check.run();
        return anchor.holds(anchor.seq(), check.hash())
                ? null
                : "line %d was written but is now missing".formatted(anchor.seq());
    }

    /// Opens the audit in a folder, which is created if it does not exist.
    ///
    /// @throws AuditException `audit.unwritable`, or `audit.unreadable` if the anchor is damaged
    public static AuditLog open(Path folder, InstantSource clock) throws AuditException {
        return open(folder, clock, FULL);
    }

    static AuditLog open(Path folder, InstantSource clock, long full) throws AuditException {
        try {
            Files.createDirectories(folder);
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
            Path anchor = folder.resolveSibling(folder.getFileName() + "-head.json");
            return new AuditLog(new AuditFiles(folder), AuditAnchor.open(anchor), clock, full);
        } catch (IOException e) {
            throw new AuditException(AuditException.UNWRITABLE, folder, e);
        }
    }

    /// Adds a line; empty fields are left out. A line that cannot be written is logged, and the chain continues
    /// from the last line that was written; `writable` is false then, and the gateway lets nothing more out.
    ///
    /// @return whether it was written
    public boolean record(String what, String sandbox, String subject, String verdict, String detail) {
        return record(new AuditLine(what, sandbox, subject, verdict, detail));
    }

    /// Adds this line, in the same way.
    public boolean record(AuditLine line) {
        lock.lock();
        try {
            tried = clock.millis();
            AuditEntry entry = new AuditEntry(
                    seq + 1,
                    tried,
                    line.what(),
                    line.sandbox().isEmpty() ? null : line.sandbox(),
                    line.subject().isEmpty() ? null : bounded(line.subject()),
                    line.verdict().isEmpty() ? null : line.verdict(),
                    bounded(line.detail()),
                    line.count(),
                    line.approval(),
                    line.receipt(),
                    head);
            append(ContractJson.line(entry).getBytes(StandardCharsets.UTF_8), !UNHURRIED.contains(line.what()));
            failure = null;
            return true;
        } catch (IOException e) {
            failure = String.valueOf(e.getMessage());
            LOG.error(
                    "{}: could not be added to the audit log: {} {} {} {}",
                    files.folder(),
                    line.what(),
                    line.sandbox(),
                    line.subject(),
                    line.detail(),
                    e);
            return false;
        } finally {
            lock.unlock();
        }
    }

    /// The number and the hash of the last line.
    public AuditHead head() {
        lock.lock();
        try {
            return new AuditHead(seq, head);
        } finally {
            lock.unlock();
        }
    }

    /// True while lines can be written. If no line was written for a second, it probes for the space of one, so
    /// that flows without a line of their own are not let out for longer than that; after a failure it tries
    /// again once a second.
    public boolean writable() {
        lock.lock();
        try {
            String before = failure;
            long now = clock.millis();
            if (Math.abs(now - tried) >= RETRY_MILLIS) {
                tried = now;
                if (before == null) {
                    writer.probe();
                } else {
                    record("resumed", "", "", "", "entries could not be written: " + before);
                }
            }
        } catch (IOException e) {
            failed("no entry can be added", e);
        } finally {
            lock.unlock();
        }
        return failure == null;
    }

    /// Forces the written lines to disk and anchors the last one; to be called regularly. It waits for the disk
    /// without the lock, which the threads that handle packets need for every line.
    public void settle() {
        long newest;
        String hash;
        lock.lock();
        try {
            newest = seq;
            hash = head;
        } finally {
            lock.unlock();
        }
        try {
            if (anchor.seq() < newest) {
                writer.sync();
                anchor.set(newest, hash);
            }
        } catch (IOException e) {
            failed("lines could not be flushed to disk", e);
        }
    }

    private void failed(String what, IOException cause) {
        failure = String.valueOf(cause.getMessage());
        LOG.error("{}: {}", files.folder(), what, cause);
    }

    /// What is wrong with the audit, as far as is known without reading all of it: lines are gone, or none can
    /// be added.
    public Optional<String> problem() {
        String why = failure;
        return why != null
                ? Optional.of("no entry can be added, so no connection is allowed: " + why)
                : anchor.losses().stream().findFirst().map(AuditLog::words);
    }

    /// Verifies the chain from its beginning.
    ///
    /// @throws AuditException `audit.unreadable`
    public AuditVerdict verify() throws AuditException {
        lock.lock();
        try {
            AuditCheck check = new AuditCheck(files, seq);
            AuditVerdict verdict = check.run();
            if (!verdict.intact()) {
                return verdict;
            }
            if (seq > 0 && !head.equals(check.hash())) {
                return broken(verdict, seq, gone(seq));
            }
            if (verdict.lines() > seq) {
                return broken(
                        verdict,
                        seq + 1,
                        "the entries after line %d were not written by the host agent".formatted(seq));
            }
            return anchor.losses().isEmpty()
                    ? verdict
                    : lost(verdict, anchor.losses().getFirst());
        } catch (IOException e) {
            throw new AuditException(AuditException.UNREADABLE, files.folder(), e);
        } finally {
            lock.unlock();
        }
    }

    private AuditVerdict lost(AuditVerdict verdict, AuditAnchor.Loss loss) throws IOException {
        return broken(verdict, loss.seq() > 0 ? loss.seq() : loss.found(), words(loss));
    }

    private static String words(AuditAnchor.Loss loss) {
        return loss.seq() > 0
                ? gone(loss.seq())
                : ("the file that records the last line of the audit log was missing or had been reset; "
                                + "at that time, the audit log ended at line %d, so later lines may have been removed")
                        .formatted(loss.found());
    }

    private static String gone(long line) {
        return "line %d of the audit log was written but is now missing: the audit log was truncated or replaced"
                .formatted(line);
    }

    private AuditVerdict broken(AuditVerdict verdict, long line, String problem) throws IOException {
        List<Path> all = files.all();
        String file = all.isEmpty() ? null : String.valueOf(all.getLast().getFileName());
        return new AuditVerdict(false, verdict.lines(), verdict.head(), file, line, problem);
    }

    /// The newest `most` entries, the oldest of them first; lines that cannot be read as entries are left out.
    ///
    /// @throws AuditException `audit.unreadable`
    public List<AuditEntry> newest(int most) throws AuditException {
        return new AuditTail(files).newest(most);
    }

    @Override
    public void close() {
        lock.lock();
        try {
            settle();
            LOG.info("audit: line {} has the hash {}", seq, head);
            writer.sync();
            writer.close();
        } catch (IOException e) {
            LOG.warn("{}: {}", files.folder(), e.getMessage());
        } finally {
            lock.unlock();
        }
    }

    /// Continues after the last complete line of a file; returns how many bytes follow it.
    private long resume(Path file) throws IOException {
        long whole = 0;
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            AuditLines lines = new AuditLines(in);
            for (byte[] line = lines.next(); line != null; line = lines.next()) {
                if (!lines.ended()) {
                    break;
                }
                whole += line.length + 1;
                head = HashChain.hash(line);
                seq = number(line, seq + 1);
            }
        }
        return Files.size(file) - whole;
    }

    // A damaged line keeps its place in the numbering; `verify` names it.
    private static long number(byte[] line, long otherwise) {
        try {
            return ContractJson.read(new String(line, StandardCharsets.UTF_8), AuditEntry.class)
                    .seq();
        } catch (JsonFault e) {
            return otherwise;
        }
    }

    private void append(byte[] line, boolean now) throws IOException {
        boolean anchored = now || anchor.seq() == 0;
        writer.append(line, anchored);
        seq++;
        head = HashChain.hash(line);
        if (anchored) {
            anchor.set(seq, head);
        }
    }

    private static String bounded(String text) {
        return text.length() > MOST_TEXT ? text.substring(0, MOST_TEXT) + "…" : text;
    }
}
