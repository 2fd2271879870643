package dev.belljar.agent.api;

import dev.belljar.agent.access.GuestService;
import dev.belljar.agent.api.http.ApiException;
import dev.belljar.agent.api.http.OperationRoutes;
import dev.belljar.agent.api.http.RequestReader;
import dev.belljar.agent.lifecycle.SandboxService;
import dev.belljar.agent.recording.PacketCapture;
import dev.belljar.contract.operation.AccessApi;
import dev.belljar.contract.operation.ApiStream;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.view.network.CaptureFigures;
import io.javalin.http.Context;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/// The API's operations on packet captures: the capture as a stream that Wireshark reads, and its state.
final class CaptureRoutes {
    static final int MOST_OPEN = 8;
    private static final int MOST_REMEMBERED = 64;
    private static final long LOOK_MILLIS = 200;

    private final SandboxService sandboxes;
    private final GuestService guests;
    private final Map<String, Capture> captures = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Capture> eldest) {
            return size() > MOST_REMEMBERED;
        }
    };
    private int open;

    /// A running or ended capture of a sandbox, which may no longer exist.
    private record Capture(Sandbox sandbox, Supplier<CaptureFigures> figures) {
        boolean isOf(String idOrName) {
            return sandbox.id().equals(idOrName) || sandbox.spec().name().equals(idOrName);
        }
    }

    CaptureRoutes(SandboxService sandboxes, GuestService guests) {
        this.sandboxes = sandboxes;
        this.guests = guests;
    }

    void register(OperationRoutes routes) {
        routes.onPath(AccessApi.CAPTURE_FIGURES, (path, _) -> figures(path.getFirst(), path.getLast()));
    }

    void serve(Context context) throws Exception {
        Sandbox sandbox = sandboxes.get(RequestReader.sandbox(context));
        begin();
        try {
            stream(context, sandbox);
        } finally {
            end();
        }
    }

    private void stream(Context context, Sandbox sandbox) throws Exception {
        String id = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
        context.status(200);
        context.contentType("application/vnd.tcpdump.pcap");
        context.header("Cache-Control", "no-store");
        context.header(ApiStream.CAPTURE_ID, id);
        // The client may ask as soon as it has the response's header, which is sent with the first bytes of the
        // capture.
        remember(id, new Capture(sandbox, () -> new CaptureFigures(id, 0, 0)));
        try (PacketCapture capture = guests.capture(sandbox.id(), context.res().getOutputStream())) {
            remember(id, new Capture(sandbox, () -> capture.figures(id)));
            while (!capture.over()) {
                Thread.sleep(LOOK_MILLIS);
            }
            CaptureFigures last = capture.figures(id);
            remember(id, new Capture(sandbox, () -> last));
        }
    }

    private synchronized void begin() throws ApiException {
        if (open >= MOST_OPEN) {
            throw ApiException.tooManyCaptures(MOST_OPEN);
        }
        open++;
    }

    private synchronized void end() {
        open--;
    }

    private synchronized void remember(String id, Capture capture) {
        captures.put(id, capture);
    }

    private CaptureFigures figures(String sandbox, String id) throws ApiException {
        Capture capture;
        synchronized (this) {
            capture = captures.get(id);
        }
        if (capture == null || !capture.isOf(sandbox)) {
            throw ApiException.noCapture(id);
        }
        return capture.figures().get();
    }
}
