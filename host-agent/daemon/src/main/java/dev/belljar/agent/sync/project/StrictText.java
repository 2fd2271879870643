package dev.belljar.agent.sync.project;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// Decodes bytes of a project's git files strictly: git uses a path byte by byte, and a path that was decoded
/// with replacement characters would be a different one, and the wrong file would be checked.
final class StrictText {
    private StrictText() {}

    /// The text of these bytes of `file`.
    ///
    /// @throws SyncException `sync.refused` when they are not UTF-8
    static String of(Path file, byte[] bytes) throws SyncException {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw SyncFaults.refused(
                    file + " contains paths that are not UTF-8",
                    "Rename the folders that this file names, or delete the file.");
        }
    }
}
