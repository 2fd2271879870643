package dev.belljar.client;

import static dev.belljar.client.ApiRequests.encode;

import dev.belljar.contract.request.ChooseMain;
import dev.belljar.contract.request.ForwardPort;
import dev.belljar.contract.view.PortForward;
import dev.belljar.contract.view.RouteList;
import dev.belljar.contract.view.RouteTable;

/// The API of routes over HTTP.
record HttpRouteClient(ApiRequests requests) implements RouteClient {
    @Override
    public RouteList all() throws AgentException, InterruptedException {
        return requests.get("/routes", RouteList.class);
    }

    @Override
    public RouteTable of(String id) throws AgentException, InterruptedException {
        return requests.get(path(id, "/routes"), RouteTable.class);
    }

    @Override
    public RouteTable main(String id, ChooseMain request) throws AgentException, InterruptedException {
        return requests.put(path(id, "/routes/main"), request, RouteTable.class);
    }

    @Override
    public PortForward forward(String id, ForwardPort request) throws AgentException, InterruptedException {
        return requests.post(path(id, "/forwards"), request, PortForward.class);
    }

    @Override
    public PortForward unforward(String id, int host) throws AgentException, InterruptedException {
        return requests.delete(path(id, "/forwards/" + host), PortForward.class);
    }

    private static String path(String id, String rest) {
        return "/sandboxes/" + encode(id) + rest;
    }
}
