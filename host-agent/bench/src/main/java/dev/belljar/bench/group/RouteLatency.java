package dev.belljar.bench.group;

import dev.belljar.bench.rig.BenchMachine;
import dev.belljar.bench.rig.Benchmark;
import dev.belljar.bench.rig.BenchmarkFigure;
import dev.belljar.bench.rig.RouteCall;
import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.operation.AccessApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.StorageApi;
import dev.belljar.contract.request.network.ForwardPort;
import dev.belljar.contract.request.sandbox.CreateSandbox;
import dev.belljar.contract.request.sandbox.DestroySandbox;
import dev.belljar.contract.view.network.PortForward;
import dev.belljar.contract.view.network.RouteServer;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Measures `route.latency`: a small request to a server in a machine by its address, on an open connection,
/// compared with a forwarded port, without Caddy and TLS; again among 200 sandboxes; and how many WebSockets of
/// one sandbox are lost while 50 others are created and deleted.
public final class RouteLatency implements Benchmark {
    private static final int WARM_UP = 20;
    private static final int ROUNDS = 200;
    private static final int MANY = 200;
    private static final int PASSING = 50;
    private static final int PORT = 3000;
    private static final String SERVER = """
            import http.server
            class Server(http.server.BaseHTTPRequestHandler):
                protocol_version = 'HTTP/1.1'
                def log_message(self, *words): pass
                def do_GET(self):
                    if self.headers.get('Upgrade'):
                        self.send_response(101); self.send_header('Upgrade', 'websocket')
                        self.send_header('Connection', 'Upgrade')
                        self.send_header('Sec-WebSocket-Accept', 's3pPLMBiTxaQ9kYGzzhZRbK+xOo='); self.end_headers()
                        while self.connection.recv(1): self.connection.send(b'!')
                        return
                    self.send_response(200); self.send_header('Content-Length', '2'); self.end_headers()
                    self.wfile.write(b'ok')
            http.server.ThreadingHTTPServer(('127.0.0.1', 3000), Server).serve_forever()
            """;

    @Override
    public String group() {
        return "routes";
    }

    @Override
    public void run(AgentClient agent, List<String> against, Consumer<BenchmarkFigure> report)
            throws AgentException, IOException, InterruptedException {
        try (BenchMachine machine = BenchMachine.start(agent)) {
            machine.script(
                    "agent",
                    "cat >/tmp/server.py <<'END'\n" + SERVER
                            + "END\nsetsid python3 /tmp/server.py >/dev/null 2>&1 </dev/null &");
            awaitServer(agent, machine.id());
            RouteServer server = agent.call(AccessApi.ROUTES).server();
            String name = agent.call(SandboxApi.GET.at(machine.id())).spec().name();
            report.accept(BenchmarkFigure.of("route.latency", "ms", routed(server, name))
                    .against("direct", direct(agent, machine.id())));
            try (TemporarySandboxes many = new TemporarySandboxes(agent)) {
                many.come(MANY);
                report.accept(BenchmarkFigure.of("route.latency_200", "ms", routed(server, name)));
            }
            report.accept(BenchmarkFigure.of("route.websockets_lost", "", lost(agent, server, name)));
        }
    }

    private static void awaitServer(AgentClient agent, String id) throws AgentException, InterruptedException {
        while (!Integer.valueOf(PORT)
                .equals(agent.call(AccessApi.SANDBOX_ROUTES.at(id)).main())) {
            Thread.sleep(100);
        }
        if (agent.call(AccessApi.ROUTES).server().certificate() == null) {
            throw BenchMachine.failed("the browser addresses do not work: "
                    + agent.call(AccessApi.ROUTES).server().detail());
        }
    }

    private static double[] routed(RouteServer server, String name) throws IOException {
        try (RouteCall call = RouteCall.secure(server, name)) {
            return rounds(call);
        }
    }

    private static double[] direct(AgentClient agent, String id)
            throws AgentException, IOException, InterruptedException {
        int free;
        try (ServerSocket socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }
        PortForward forward = agent.call(AccessApi.FORWARD.at(id), new ForwardPort(PORT, free, null));
        try (RouteCall call = RouteCall.plain(forward.host())) {
            return rounds(call);
        } finally {
            PortForward _ = agent.call(AccessApi.UNFORWARD.at(id, Integer.toString(forward.host())));
        }
    }

    private static double[] rounds(RouteCall call) throws IOException {
        double[] millis = new double[ROUNDS];
        for (int round = -WARM_UP; round < ROUNDS; round++) {
            long begun = System.nanoTime();
            call.get();
            if (round >= 0) {
                millis[round] = (System.nanoTime() - begun) / 1e6;
            }
        }
        return millis;
    }

    private static double lost(AgentClient agent, RouteServer server, String name)
            throws AgentException, IOException, InterruptedException {
        try (RouteCall call = RouteCall.secure(server, name);
                TemporarySandboxes others = new TemporarySandboxes(agent)) {
            call.upgrade();
            for (int i = 0; i < PASSING; i++) {
                others.come(1);
                others.go();
            }
            return call.echoes() ? 0 : 1;
        }
    }

    /// Sandboxes that are created but not started, each with its addresses, and deleted at the end.
    private static final class TemporarySandboxes implements AutoCloseable {
        private final AgentClient agent;
        private final Path project;
        private final List<String> ids = new ArrayList<>();

        TemporarySandboxes(AgentClient agent) throws IOException {
            this.agent = agent;
            this.project = Files.createTempDirectory("belljar-routes");
        }

        void come(int count) throws AgentException, InterruptedException {
            for (int i = 0; i < count; i++) {
                ids.add(agent.call(
                                SandboxApi.CREATE,
                                new CreateSandbox(project.toString(), null, 256, 1, 1024, null, true, false))
                        .id());
            }
        }

        void go() throws AgentException, InterruptedException {
            for (String id : ids) {
                agent.call(SandboxApi.DESTROY.at(id), new DestroySandbox(false));
                agent.call(StorageApi.DISCARD_TRASH.at(id));
            }
            ids.clear();
        }

        @Override
        public void close() {
            try {
                go();
                BenchMachine.removeAll(project);
            } catch (AgentException | IOException e) {
                System.err.println("bench: some sandboxes could not be cleaned up: " + e.getMessage());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
