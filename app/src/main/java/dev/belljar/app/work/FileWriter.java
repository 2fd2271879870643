package dev.belljar.app.work;

import dev.belljar.app.process.ProcessKey;
import dev.belljar.contract.event.FileOp;

/// A process that wrote a file: its key, its short name, its last operation on the file, and when that was
/// (milliseconds since the epoch).
public record FileWriter(ProcessKey process, String comm, FileOp op, long at) {}
