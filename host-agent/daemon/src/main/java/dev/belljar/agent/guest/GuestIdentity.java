package dev.belljar.agent.guest;

/// What makes one machine this machine and no other: host name (one DNS label), machine-id (32 hex digits), boot id
/// (a UUID), the network card's address (`52:54:00:…`), and fresh randomness (at least 32 bytes).
public record GuestIdentity(String hostname, String machineId, String bootId, String mac, byte[] seed) {}
