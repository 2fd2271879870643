package dev.belljar.agent.api;

import dev.belljar.agent.access.RouteOperations;
import dev.belljar.contract.request.network.ChooseMain;
import dev.belljar.contract.request.network.ForwardPort;
import dev.belljar.contract.view.network.PortForward;
import dev.belljar.contract.view.network.RouteList;
import dev.belljar.contract.view.network.RouteRow;
import dev.belljar.contract.view.network.RouteServer;
import dev.belljar.contract.view.network.RouteTable;
import java.util.List;
import java.util.Queue;

/// Routes with one dev server in `shop`; records its calls.
record FakeRoutes(Queue<String> asked) implements RouteOperations {
    private static final String URL = "https://shop.sandbox.localhost/";

    @Override
    public RouteList all() {
        return new RouteList(
                new RouteServer("running", "answers", 443, 80, null, "sandbox.localhost"), List.of(of("s1")));
    }

    @Override
    public RouteTable of(String id) {
        return new RouteTable(
                "s1",
                "shop",
                URL,
                URL,
                3000,
                false,
                List.of(new RouteRow(3000, "node", URL, true, null)),
                0,
                List.of());
    }

    @Override
    public RouteTable main(String id, ChooseMain request) {
        asked.add("main " + id + " " + request.port());
        return of(id);
    }

    @Override
    public PortForward forward(String id, ForwardPort request) {
        asked.add("forward " + id + " " + request);
        return new PortForward(request.guest(), request.guest());
    }

    @Override
    public PortForward unforward(String id, int host) {
        asked.add("unforward " + id + " " + host);
        return new PortForward(host, host);
    }
}
