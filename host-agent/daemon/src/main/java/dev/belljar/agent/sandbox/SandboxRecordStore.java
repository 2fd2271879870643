package dev.belljar.agent.sandbox;

import dev.belljar.agent.catalog.CatalogException;
import dev.belljar.agent.catalog.SandboxCatalog;
import dev.belljar.agent.catalog.SandboxRecord;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The record of one sandbox, in memory and in the catalog. The lock is that of the sandbox; readers do not take it,
/// because it is held while a changed record is written to disk.
final class SandboxRecordStore {
    private static final Logger LOG = LoggerFactory.getLogger(SandboxRecordStore.class);

    private final SandboxCatalog catalog;
    private final ReentrantLock lock;
    private volatile SandboxRecord record;
    private boolean closing;
    /// True if the record on disk equals the one in memory.
    private boolean stored = true;

    SandboxRecordStore(SandboxCatalog catalog, SandboxRecord record, ReentrantLock lock) {
        this.catalog = catalog;
        this.record = record;
        this.lock = lock;
    }

    /// The record, as it was last written.
    SandboxRecord record() {
        return record;
    }

    /// Changes the record, and returns false if it is closed. A failure to write it is logged.
    boolean change(UnaryOperator<SandboxRecord> change) {
        lock.lock();
        try {
            return keep(change.apply(record));
        } finally {
            lock.unlock();
        }
    }

    /// Changes the record and writes it to disk before returning.
    ///
    /// @throws SandboxException `sandbox.unrecorded` when it cannot be written
    void store(UnaryOperator<SandboxRecord> change) throws SandboxException {
        lock.lock();
        try {
            if (!keep(change.apply(record)) || !stored) {
                throw new SandboxException(
                        SandboxException.UNRECORDED,
                        "the record of %s could not be written, so the sandbox was not started"
                                .formatted(record.spec().name()),
                        "Free some space on the disk that contains the data folder, and check that you own that folder.");
            }
        } finally {
            lock.unlock();
        }
    }

    /// Refuses further changes: the record now belongs to the next host agent.
    void close() {
        lock.lock();
        try {
            closing = true;
        } finally {
            lock.unlock();
        }
    }

    boolean closing() {
        lock.lock();
        try {
            return closing;
        } finally {
            lock.unlock();
        }
    }

    private boolean keep(SandboxRecord changed) {
        if (closing) {
            return false;
        }
        // An interrupted thread cannot write a file; the interrupt is restored afterwards.
        boolean interrupted = Thread.interrupted();
        try {
            stored = false;
            catalog.keep(changed);
            stored = true;
        } catch (CatalogException e) {
            // The state in memory stays valid; a record that was not written is reconciled with the running
            // processes at the next start.
            LOG.error("{}: its record could not be written", changed.spec().name(), e);
        } finally {
            record = changed;
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        return true;
    }
}
