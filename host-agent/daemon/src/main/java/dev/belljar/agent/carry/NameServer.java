package dev.belljar.agent.carry;

import dev.belljar.agent.packet.IpAddress;

/// A name server the host asks.
public record NameServer(IpAddress address, int port) {}
