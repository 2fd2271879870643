package dev.belljar.agent.route;

import dev.belljar.agent.portforward.AcceptLoop;
import dev.belljar.agent.portforward.ForwardedConnections;
import dev.belljar.contract.http.HeadLimits;
import dev.belljar.contract.http.HeaderFields;
import dev.belljar.contract.http.HttpFault;
import dev.belljar.contract.http.HttpHead;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Answers Caddy's forward-auth query for each request, on a Unix socket in a folder that only its owner can
/// enter, so that neither a browser nor a guest can reach it.
///
/// It implements the part of HTTP/1.1 that Caddy uses here: request heads without a body, one after the other.
final class ForwardAuthServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ForwardAuthServer.class);
    /// Caddy passes on the head of a request of at most 1 MiB.
    private static final HeadLimits LIMITS = new HeadLimits(1 << 20, 10_000, false);
    private static final int MOST_AT_ONCE = 512;
    private static final String POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; "
            + "form-action 'none'; frame-ancestors 'none'";

    private final ServerSocketChannel server;
    private final RequestRouter reception;
    private final Semaphore places = new Semaphore(MOST_AT_ONCE);
    private final ForwardedConnections open = new ForwardedConnections();

    private ForwardAuthServer(ServerSocketChannel server, RequestRouter reception) {
        this.server = server;
        this.reception = reception;
    }

    /// Opens a server at this path, which must be in a folder of mode 0700.
    ///
    /// @throws IOException when the socket cannot be created
    static ForwardAuthServer open(Path socket, RequestRouter reception) throws IOException {
        Files.deleteIfExists(socket);
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(socket));
        ForwardAuthServer auth = new ForwardAuthServer(server, reception);
        Thread.ofVirtual().name("routes-auth").start(() -> AcceptLoop.all("routes-auth", server::accept, auth::take));
        return auth;
    }

    @Override
    public void close() throws IOException {
        server.close();
        open.close();
    }

    private void take(SocketChannel channel) throws InterruptedException {
        // The connection is registered before it waits for a slot, so that `close` also ends those that wait.
        if (open.add(channel)) {
            places.acquire();
            Thread.ofVirtual().name("routes-ask").start(() -> serve(channel));
        }
    }

    private void serve(SocketChannel channel) {
        try {
            InputStream in = new BufferedInputStream(Channels.newInputStream(channel), 8_192);
            for (HttpHead head = HttpHead.read(in, LIMITS); head != null; head = HttpHead.read(in, LIMITS)) {
                Map<String, String> headers = headers(head);
                write(channel, answer(head.line(), new ForwardedRequest(headers)));
                if (headers.containsKey("content-length") || headers.containsKey("transfer-encoding")) {
                    return;
                }
            }
        } catch (IOException | HttpFault e) {
            LOG.debug("a request from Caddy was interrupted: {}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            open.end(channel);
            places.release();
        }
    }

    private String answer(String line, ForwardedRequest ask) throws InterruptedException {
        if (line.startsWith("GET /failed")) {
            return page(new RouteDecision.Page(502, reception.failed(ask), 0));
        }
        return switch (reception.answer(ask)) {
            case RouteDecision.Page page -> page(page);
            case RouteDecision.ResetSiteData reset -> SiteDataReset.head(reset);
            case RouteDecision.Elsewhere elsewhere ->
                "HTTP/1.1 307 Belljar\r\nContent-Length: 0\r\nCache-Control: no-store\r\nLocation: "
                        + elsewhere.address() + "\r\n\r\n";
            case RouteDecision.Pass pass ->
                "HTTP/1.1 204 No Content\r\nX-Sandbox-Upstream: unix/" + pass.upstream() + "\r\nX-Sandbox-Host: "
                        + pass.host() + "\r\n"
                        + (pass.origin() == null ? "" : "X-Sandbox-Origin: " + pass.origin() + "\r\n") + "\r\n";
        };
    }

    private static String page(RouteDecision.Page page) {
        int length = page.html().getBytes(StandardCharsets.UTF_8).length;
        return "HTTP/1.1 " + page.status() + " Belljar\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: "
                + length + "\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n"
                + "Referrer-Policy: same-origin\r\nContent-Security-Policy: " + POLICY + "\r\n"
                + (page.refresh() == 0
                        ? ""
                        : "Refresh: " + page.refresh() + "\r\nRetry-After: " + page.refresh() + "\r\n")
                + "\r\n" + page.html();
    }

    private static void write(SocketChannel channel, String text) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    /// The fields with names in lower case, each with its first value.
    private static Map<String, String> headers(HttpHead head) {
        Map<String, String> headers = new HashMap<>();
        for (HeaderFields.Field field : head.fields().list()) {
            headers.putIfAbsent(field.name().toLowerCase(Locale.ROOT), field.value());
        }
        return headers;
    }
}
