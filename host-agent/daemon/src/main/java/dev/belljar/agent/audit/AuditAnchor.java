package dev.belljar.agent.audit;

import dev.belljar.agent.host.DurableFile;
import dev.belljar.contract.audit.HashChain;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import dev.belljar.contract.text.FileErrors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The anchor of the audit: the number and hash of a line that is surely on disk, in a file outside the audit.
/// An audit that ends before that line, or has another line with its number, was cut or replaced.
///
/// Such a loss is kept in the same file: otherwise the audit would look intact again once new lines are added.
/// Safe for several threads: writers wait for the disk, readers do not.
final class AuditAnchor {
    private static final int MOST_LOSSES = 100;

    private final Path file;
    private volatile AnchorContent state;
    private volatile boolean missing;

    /// The content of the file: the newest anchored line, and the losses found earlier.
    record AnchorContent(long seq, String hash, List<Loss> losses) {
        AnchorContent {
            if (seq < 0) {
                throw new IllegalArgumentException("seq %d: expected a line number, or 0".formatted(seq));
            }
            Objects.requireNonNull(hash, "hash: missing");
            losses = List.copyOf(losses);
        }
    }

    /// A loss: line `seq` with this hash was written and is gone; the audit had `found` lines when this was
    /// noticed, at `ts`. `seq` is 0 if the anchor itself was gone, or was back at the beginning.
    record Loss(long seq, String hash, long found, long ts) {}

    private AuditAnchor(Path file, AnchorContent state) {
        this.file = file;
        this.state = state;
    }

    /// Reads the anchor in this file; without a file, an anchor at the beginning that is `missing`.
    ///
    /// @throws AuditException when the file exists and cannot be read: its content must not be lost
    static AuditAnchor open(Path file) throws AuditException {
        if (!Files.exists(file)) {
            AuditAnchor none = new AuditAnchor(file, new AnchorContent(0, HashChain.GENESIS, List.of()));
            none.missing = true;
            return none;
        }
        try {
            return new AuditAnchor(file, ContractJson.read(Files.readString(file), AnchorContent.class));
        } catch (JsonFault e) {
            throw AuditException.anchor(file, String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            throw AuditException.anchor(file, FileErrors.reason(e), e);
        }
    }

    /// True while there is no file.
    boolean missing() {
        return missing;
    }

    /// Writes the anchor of an audit without lines, before the first line is added.
    synchronized void begin() throws IOException {
        write(state);
    }

    long seq() {
        return state.seq();
    }

    /// Whether this line is the anchored one; the hash is null for a line that does not exist.
    boolean holds(long seq, @Nullable String hash) {
        return state.seq() == seq && state.hash().equals(hash);
    }

    List<Loss> losses() {
        return state.losses();
    }

    /// Records that the anchored line is gone from an audit of `found` lines, and anchors the audit at its last
    /// line.
    synchronized void lost(long found, String head, long ts) throws IOException {
        List<Loss> losses = new ArrayList<>(state.losses());
        if (losses.size() < MOST_LOSSES) {
            losses.add(new Loss(state.seq(), state.hash(), found, ts));
        }
        write(new AnchorContent(found, head, losses));
    }

    /// Anchors the audit at this line, which must be on disk, unless a later one is anchored already.
    synchronized void set(long seq, String hash) throws IOException {
        if (state.seq() < seq) {
            write(new AnchorContent(seq, hash, state.losses()));
        }
    }

    private void write(AnchorContent next) throws IOException {
        DurableFile.write(file, ContractJson.line(next) + "\n");
        state = next;
        missing = false;
    }
}
