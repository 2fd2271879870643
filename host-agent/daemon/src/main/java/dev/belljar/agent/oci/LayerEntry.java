package dev.belljar.agent.oci;

import dev.belljar.agent.erofs.InodeAttributes;

/// One file of a tar archive. `path` and `target` (of a link) have one character for each byte, and no `.`,
/// `..` or empty parts except in the target of a symbolic link. `offset` is where its content begins in the
/// archive. `dropped` is how many of its extended attributes are not taken over.
record LayerEntry(
        EntryType type, String path, String target, InodeAttributes attributes, long size, long offset, int dropped) {
    enum EntryType {
        FILE,
        HARD_LINK,
        LINK,
        FOLDER,
        /// A device, a pipe or a socket.
        SPECIAL
    }
}
