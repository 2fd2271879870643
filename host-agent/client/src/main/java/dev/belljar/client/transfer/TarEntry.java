package dev.belljar.client.transfer;

/// A file in an archive: its path, and its size in bytes. A `link` has no content: the archive contains the same file
/// under another name.
record TarEntry(String path, long size, boolean link) {}
