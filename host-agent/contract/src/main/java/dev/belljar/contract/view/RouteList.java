package dev.belljar.contract.view;

import java.util.List;

/// Every address there is, and the server that answers at them.
public record RouteList(RouteServer server, List<RouteTable> sandboxes) {}
