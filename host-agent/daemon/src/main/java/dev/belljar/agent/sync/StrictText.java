package dev.belljar.agent.sync;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// Bytes of a project's git files as text, or not at all: git follows a path byte by byte, and a path that was decoded
/// with replacements is another one, which is looked at in its place.
final class StrictText {
    private StrictText() {}

    /// The text of these bytes of `file`.
    ///
    /// @throws SyncException `sync.refused` when they are no UTF-8
    static String of(Path file, byte[] bytes) throws SyncException {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw SyncFaults.refused(
                    file + ": has paths that are not UTF-8", "Rename the folders that it names, or delete it.");
        }
    }
}
