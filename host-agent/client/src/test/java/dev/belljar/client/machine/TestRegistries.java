package dev.belljar.client.machine;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// A server on this host that serves the public registries and a local folder under different names. It
/// fetches the requested files from the registries, so that a machine needs access to this one address only.
final class TestRegistries implements AutoCloseable {
    static final String DEBIAN = "debian.test";
    static final String NPM = "npm.test";
    static final String PYPI = "pypi.test";
    static final String FILES = "files.test";

    private static final String PYPI_FILES = "https://files.pythonhosted.org/";
    private static final String PYPI_FILES_HERE = "/elsewhere/";
    private static final int FINE = 200;
    private static final int BAD_GATEWAY = 502;

    private final HttpClient client =
            HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;
    private final Path folder;
    private final String debian;

    /// Listens on a port of this address, with the files of this folder as `files.test`.
    TestRegistries(InetAddress address, Path folder) throws IOException, InterruptedException {
        this.folder = folder;
        debian = debianMirror();
        server = HttpServer.create(new InetSocketAddress(address, 0), 500);
        server.setExecutor(threads);
        server.createContext("/", this::serve);
        server.start();
    }

    /// Returns the URL of one of the names above for a machine.
    String url(String name) {
        return "http://" + name + ":" + port();
    }

    int port() {
        return server.getAddress().getPort();
    }

    /// Returns whether the registry behind this name can be reached from this host.
    boolean reaches(String name) throws InterruptedException {
        String path = switch (name) {
            case DEBIAN -> "/debian/dists/bookworm/InRelease";
            case NPM -> "/is-number";
            default -> "/simple/idna/";
        };
        try {
            return client.send(
                                    HttpRequest.newBuilder(upstream(name, path)).build(),
                                    HttpResponse.BodyHandlers.discarding())
                            .statusCode()
                    == FINE;
        } catch (IOException e) {
            return false;
        }
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            String host =
                    Objects.requireNonNullElse(exchange.getRequestHeaders().getFirst("Host"), FILES);
            String name = host.contains(":") ? host.substring(0, host.indexOf(':')) : host;
            String path = exchange.getRequestURI().toString();
            if (name.equals(FILES)) {
                Path file = folder.resolve(exchange.getRequestURI().getPath().substring(1))
                        .normalize();
                boolean there = file.startsWith(folder) && Files.isRegularFile(file);
                answer(exchange, there ? FINE : 404, there ? Files.readAllBytes(file) : new byte[0]);
            } else {
                relay(exchange, name, upstream(name, path));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void relay(HttpExchange exchange, String name, URI from) throws IOException, InterruptedException {
        HttpResponse<InputStream> found;
        try {
            found = client.send(HttpRequest.newBuilder(from).build(), HttpResponse.BodyHandlers.ofInputStream());
        } catch (IOException e) {
            answer(exchange, BAD_GATEWAY, String.valueOf(e).getBytes(StandardCharsets.UTF_8));
            return;
        }
        try (InputStream body = found.body()) {
            found.headers()
                    .firstValue("Content-Type")
                    .ifPresent(type -> exchange.getResponseHeaders().set("Content-Type", type));
            if (name.equals(PYPI) && from.getPath().startsWith("/simple/")) {
                String page = new String(body.readAllBytes(), StandardCharsets.UTF_8);
                answer(
                        exchange,
                        found.statusCode(),
                        page.replace(PYPI_FILES, PYPI_FILES_HERE).getBytes(StandardCharsets.UTF_8));
                return;
            }
            long length = found.headers().firstValueAsLong("Content-Length").orElse(0);
            exchange.sendResponseHeaders(found.statusCode(), length);
            body.transferTo(exchange.getResponseBody());
        }
    }

    private static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
    }

    private URI upstream(String name, String path) {
        return URI.create(
                switch (name) {
                    case DEBIAN -> debian + path.substring("/debian".length());
                    case NPM -> "https://registry.npmjs.org" + path;
                    default ->
                        path.startsWith(PYPI_FILES_HERE)
                                ? PYPI_FILES + path.substring(PYPI_FILES_HERE.length())
                                : "https://pypi.org" + path;
                });
    }

    /// Returns the mirror that this host's apt uses, or the public one.
    private static String debianMirror() throws InterruptedException {
        try {
            Process apt = new ProcessBuilder("apt-get", "indextargets", "--format", "$(REPO_URI)")
                    .redirectErrorStream(true)
                    .start();
            List<String> places = new String(apt.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> line.matches("https?://.*/debian/?"))
                    .toList();
            if (apt.waitFor() == 0 && !places.isEmpty()) {
                return places.getFirst().replaceFirst("/$", "");
            }
        } catch (IOException e) {
            // This host has no apt.
        }
        return "http://deb.debian.org/debian";
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
        client.shutdownNow();
    }
}
