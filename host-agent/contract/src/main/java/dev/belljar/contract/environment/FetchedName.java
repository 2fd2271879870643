package dev.belljar.contract.environment;

/// The connections to one host name, or to an address without a name, and their bytes in each direction.
public record FetchedName(String name, int flows, long up, long down) {}
