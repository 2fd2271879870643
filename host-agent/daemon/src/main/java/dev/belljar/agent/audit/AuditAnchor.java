package dev.belljar.agent.audit;

import dev.belljar.agent.host.DurableFile;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The number and hash of a line that is surely on disk, kept in a file outside the audit: an audit that ends
/// before it, or has another line there, was cut or replaced.
///
/// Such a loss is remembered in the same file, so that the audit does not look intact again once it goes on. Safe for
/// several threads: who writes waits for the disk, who reads does not.
final class AuditAnchor {
    private static final int MOST_LOSSES = 100;

    private final Path file;
    private volatile State state;
    private volatile boolean missing;

    /// What is kept: the newest line known, and what was found missing at earlier times.
    record State(long seq, String hash, List<Loss> losses) {
        State {
            if (seq < 0) {
                throw new IllegalArgumentException("seq %d: expected the number of a line, or 0".formatted(seq));
            }
            Objects.requireNonNull(hash, "hash: expected that of a line");
            losses = List.copyOf(losses);
        }
    }

    /// Line `seq` with this hash was written and is gone; the audit had `found` lines when that was seen, at
    /// `ts`. A `seq` of 0 is for an anchor that was gone itself, or stood at the beginning again.
    record Loss(long seq, String hash, long found, long ts) {}

    private AuditAnchor(Path file, State state) {
        this.file = file;
        this.state = state;
    }

    /// The anchor in this file; one that stands at the beginning, and is `missing`, when there is no file.
    ///
    /// @throws IOException when it is there and cannot be read: what it knew must not be forgotten
    static AuditAnchor open(Path file) throws IOException {
        if (!Files.exists(file)) {
            AuditAnchor none = new AuditAnchor(file, new State(0, HashChain.GENESIS, List.of()));
            none.missing = true;
            return none;
        }
        try {
            return new AuditAnchor(file, ContractJson.read(Files.readString(file), State.class));
        } catch (JsonFault e) {
            throw new IOException(file + ": is no anchor of an audit: " + e.getMessage(), e);
        }
    }

    /// True until there is a file.
    boolean missing() {
        return missing;
    }

    /// Puts the anchor of an audit without lines in its place, before there is a first one.
    synchronized void begin() throws IOException {
        write(state);
    }

    long seq() {
        return state.seq();
    }

    /// Whether it is this line that is anchored; a line that is not there has no hash.
    boolean holds(long seq, @Nullable String hash) {
        return state.seq() == seq && state.hash().equals(hash);
    }

    List<Loss> losses() {
        return state.losses();
    }

    /// Remembers that the anchored line is gone from an audit of `found` lines, and anchors it at the last of them.
    synchronized void lost(long found, String head, long ts) throws IOException {
        List<Loss> losses = new ArrayList<>(state.losses());
        if (losses.size() < MOST_LOSSES) {
            losses.add(new Loss(state.seq(), state.hash(), found, ts));
        }
        write(new State(found, head, losses));
    }

    /// Anchors the audit at this line, which is on disk, unless a later one is anchored already.
    synchronized void set(long seq, String hash) throws IOException {
        if (state.seq() < seq) {
            write(new State(seq, hash, state.losses()));
        }
    }

    private void write(State next) throws IOException {
        DurableFile.write(file, ContractJson.line(next) + "\n");
        state = next;
        missing = false;
    }
}
