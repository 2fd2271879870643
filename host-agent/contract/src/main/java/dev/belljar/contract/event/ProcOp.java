package dev.belljar.contract.event;

/// What happened to a process.
public enum ProcOp {
    FORK,
    EXEC,
    EXIT,
    PRESENT
}
