package dev.belljar.contract.event;

/// What was done to a file.
public enum FileOp {
    CREATE,
    WRITE,
    RENAME,
    UNLINK,
    MKDIR,
    RMDIR,
    LINK,
    SYMLINK,
    TRUNCATE,
    CHMOD
}
