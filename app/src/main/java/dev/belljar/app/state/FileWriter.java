package dev.belljar.app.state;

import dev.belljar.contract.event.FileOp;

/// A process that wrote a file: what names it, its short name, what it did last and when (milliseconds since the
/// epoch).
public record FileWriter(ProcessKey process, String comm, FileOp op, long at) {}
