package dev.belljar.contract.audit;

/// The last line of the audit log at one moment: its number, 0 for none, and its hash.
public record AuditHead(long seq, String hash) {}
