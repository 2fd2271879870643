package dev.belljar.contract.view.network;

import java.util.List;

/// The addresses of all sandboxes, and the web server that serves them.
public record RouteList(RouteServer server, List<RouteTable> sandboxes) {}
