package dev.belljar.agent.guest;

/// The identity of a machine, unique also among machines started from one snapshot: host name (one DNS label),
/// machine-id (32 hex digits), boot id (a UUID), the network card's address (`52:54:00:…`), and fresh randomness
/// (at least 32 bytes).
public record GuestIdentity(String hostname, String machineId, String bootId, String mac, byte[] seed) {}
