package dev.belljar.agent.index;

import dev.belljar.contract.audit.SyncReceipt;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.view.network.FlowRow;
import dev.belljar.contract.view.network.FlowTable;
import dev.belljar.contract.view.process.ProcessRow;
import dev.belljar.contract.view.process.ProcessTable;
import dev.belljar.contract.view.timeline.Timeline;
import dev.belljar.contract.view.timeline.TimelineMark;
import dev.belljar.contract.view.timeline.WrittenFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Answers queries about the events in the journals, from one SQLite file. One platform thread owns all writes;
/// queries use a second connection.
///
/// A file that turns out to be damaged, at any time, is deleted: positions go back to 0, and the indexers fill
/// it again from the journals.
public final class EventIndex implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EventIndex.class);

    private final Path file;
    private final ExecutorService writer = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().name("index-writer").daemon().factory());
    private final ReentrantLock asking = new ReentrantLock();
    private IndexProjection projection;
    private IndexQueries queries;

    private EventIndex(Path file, IndexProjection projection, IndexQueries queries) {
        this.file = file;
        this.projection = projection;
        this.queries = queries;
    }

    /// Opens the index in this file; a damaged file, or one of another version, is deleted.
    ///
    /// @throws IndexException when the file cannot be created
    public static EventIndex open(Path file) throws IndexException {
        try {
            return attempt(file);
        } catch (SQLException e) {
            LOG.warn("{}: rebuilding it from the journals: {}", file, e.getMessage());
        }
        try {
            IndexTables.remove(file);
            return attempt(file);
        } catch (SQLException | IOException e) {
            throw new IndexException(file + ": could not be created: " + e.getMessage(), e);
        }
    }

    private static EventIndex attempt(Path file) throws SQLException {
        IndexProjection projection = new IndexProjection(IndexTables.open(file));
        try {
            return new EventIndex(file, projection, new IndexQueries(IndexTables.connect(file)));
        } catch (SQLException e) {
            projection.close();
            throw e;
        }
    }

    /// The number of the last event of this sandbox that is in the index, 0 for none.
    public long applied(String sandbox) throws IndexException {
        return ask(() -> queries.applied(sandbox));
    }

    /// Adds the next events of a sandbox, in order; those that are in the index already are skipped.
    public void apply(String sandbox, List<Event> events) throws IndexException {
        write(() -> projection.apply(sandbox, events));
    }

    /// Removes a sandbox from the index.
    public void drop(String sandbox) throws IndexException {
        write(() -> {
            try {
                projection.drop(sandbox);
            } catch (SQLException e) {
                if (!damaged(e)) {
                    throw e;
                }
                LOG.warn("{}: damaged; rebuilding it from the journals", file);
                remake();
            }
        });
    }

    /// Deletes everything; every position is 0 again.
    ///
    /// @throws IndexException when the new file cannot be created
    public void reset() throws IndexException {
        write(this::remake);
    }

    /// The running processes, and at most `finished` of those that ended last.
    public ProcessTable processes(String sandbox, int finished) throws IndexException {
        return ask(() -> queries.processes(sandbox, finished));
    }

    /// At most `most` flows, newest first, with totals over all flows.
    public FlowTable flows(String sandbox, int most) throws IndexException {
        return flows(sandbox, most, Long.MAX_VALUE);
    }

    /// At most `most` of the flows that began until a time in milliseconds since the epoch, with totals over them.
    public FlowTable flows(String sandbox, int most, long until) throws IndexException {
        return ask(() -> queries.flows(sandbox, most, until));
    }

    /// The number of events of each type, by the type's word.
    public Map<String, Long> counts(String sandbox) throws IndexException {
        return ask(() -> queries.counts(sandbox));
    }

    /// What happened in a sandbox in a period, on one time axis.
    public Timeline timeline(String sandbox, TimelinePeriod period) throws IndexException {
        return ask(() -> queries.timeline(sandbox, period));
    }

    /// What ran and was active at a time in milliseconds since the epoch.
    public IndexedPastState moment(String sandbox, long at) throws IndexException {
        return ask(() -> queries.moment(sandbox, at));
    }

    /// Which files of the workspace were written up to a time in milliseconds since the epoch, and which after it.
    public WrittenFiles written(String sandbox, long at) throws IndexException {
        return ask(() -> queries.written(sandbox, at));
    }

    /// The newest `most` marks after `from` until `to`, in order of time.
    public List<TimelineMark> marks(String sandbox, long from, long to, int most) throws IndexException {
        return ask(() -> queries.marks(sandbox, from, to, most));
    }

    /// The newest `most` writes to a file of the workspace, newest first; `path` is relative to the workspace.
    public List<WorkspaceWrite> writes(String sandbox, String path, int most) throws IndexException {
        return ask(() -> queries.writes(sandbox, path, most));
    }

    /// The process with this number and start time.
    public Optional<ProcessRow> process(String sandbox, int pid, long start) throws IndexException {
        return ask(() -> queries.process(sandbox, pid, start));
    }

    /// The process that had this number at this time, in milliseconds since the epoch.
    public Optional<ProcessRow> processAt(String sandbox, int pid, long at) throws IndexException {
        return ask(() -> queries.processAt(sandbox, pid, at));
    }

    /// The first `most` processes that began after this time, in milliseconds since the epoch; without scripts of the
    /// host agent.
    public List<ProcessRow> processesBegun(String sandbox, long after, int most) throws IndexException {
        return ask(() -> queries.processesBegun(sandbox, after, most));
    }

    /// The newest `most` flows that began in this period, in milliseconds since the epoch; without DNS queries.
    public List<FlowRow> flowsBegun(String sandbox, long from, long to, int most) throws IndexException {
        return ask(() -> queries.flowsBegun(sandbox, from, to, most));
    }

    /// The destinations of allowed flows, those with the most received bytes first.
    public List<SyncReceipt.ReachedName> reached(String sandbox, int most) throws IndexException {
        return ask(() -> queries.reached(sandbox, most));
    }

    @Override
    public void close() {
        try {
            write(this::closeBoth);
        } catch (IndexException e) {
            LOG.warn("{}: {}", file, e.getMessage());
        }
        writer.shutdown();
    }

    private void closeBoth() throws SQLException {
        asking.lock();
        try {
            queries.close();
            projection.close();
        } finally {
            asking.unlock();
        }
    }

    private void remake() throws SQLException {
        asking.lock();
        try {
            closeBoth();
            IndexTables.remove(file);
            projection = new IndexProjection(IndexTables.open(file));
            queries = new IndexQueries(IndexTables.connect(file));
        } catch (IOException e) {
            throw new SQLException(file + ": could not be removed", e);
        } finally {
            asking.unlock();
        }
    }

    private <T> T ask(Query<T> query) throws IndexException {
        asking.lock();
        try {
            return query.ask();
        } catch (SQLException e) {
            if (damaged(e)) {
                writer.execute(this::remakeAfterDamage);
            }
            throw new IndexException(file + ": " + e.getMessage(), e);
        } finally {
            asking.unlock();
        }
    }

    private void write(Change change) throws IndexException {
        Callable<Boolean> work = () -> {
            try {
                change.make();
            } catch (SQLException e) {
                if (damaged(e)) {
                    remakeAfterDamage();
                }
                throw e;
            }
            return true;
        };
        try {
            finished(writer.submit(work));
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IndexException(file + ": " + cause.getMessage(), cause);
        }
    }

    // Waits for the end of a write: an interrupt of the caller takes effect only after the transaction.
    private static void finished(Future<Boolean> work) throws ExecutionException {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    work.get();
                    return;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void remakeAfterDamage() {
        try {
            LOG.warn("{}: damaged; rebuilding it from the journals", file);
            remake();
        } catch (SQLException e) {
            LOG.error("{}: could not be rebuilt", file, e);
        }
    }

    private static boolean damaged(SQLException e) {
        int primary = e.getErrorCode() & 0xff;
        return primary == 11 || primary == 26;
    }

    private interface Query<T> {
        T ask() throws SQLException;
    }

    private interface Change {
        void make() throws SQLException;
    }
}
