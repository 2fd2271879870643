package dev.belljar.agent.login;

import dev.belljar.contract.text.FileErrors;
import java.io.IOException;
import java.net.URI;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/// Listens on 127.0.0.1 for the browser that a login server sends back (RFC 8252, section 7.3). Requests
/// without the `state` of the login have no effect: any program and any web page can make them.
final class LoginRedirect implements AutoCloseable {
    private static final String HERE = "127.0.0.1";
    private static final String PATH = "/callback";
    private static final String DONE = "Belljar has received the login. You can close this page.\n";
    private static final String REFUSED = "The login failed; Belljar shows the reason. You can close this page.\n";
    private static final String UNKNOWN = "Belljar is not waiting for this login.\n";

    private final Server server;
    private final String address;

    private LoginRedirect(Server server, String address) {
        this.server = server;
        this.address = address;
    }

    /// Listens at `address`, or on any free port for null; `then` gets the answer to the request.
    ///
    /// @throws LoginException `login.port-in-use`
    static LoginRedirect listen(@Nullable String address, LoginRequest request, Consumer<LoginAnswer> then)
            throws LoginException {
        URI wanted = address == null ? null : URI.create(address);
        Server server = new Server();
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        ServerConnector connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(http));
        connector.setHost(HERE);
        connector.setPort(wanted == null ? 0 : wanted.getPort());
        server.addConnector(connector);
        server.setHandler(new RedirectHandler(wanted == null ? PATH : wanted.getPath(), request, then));
        try {
            server.start();
        } catch (IOException e) {
            throw inUse(connector.getPort(), FileErrors.sentence(e));
        } catch (Exception e) {
            throw new IllegalStateException("the listener for a login could not start", e);
        }
        return new LoginRedirect(
                server, address == null ? "http://%s:%d%s".formatted(HERE, connector.getLocalPort(), PATH) : address);
    }

    private static LoginException inUse(int port, String why) {
        return new LoginException(
                LoginException.PORT,
                "port %d, to which the login server sends the browser, cannot be used: %s".formatted(port, why),
                "End the program that uses this port; `ss -ltnp` lists them.");
    }

    /// The address to which the login server is to send the browser.
    String address() {
        return address;
    }

    @Override
    public void close() {
        // Stopping waits for requests, and this may be called by one.
        Thread.ofVirtual().name("login-end").start(() -> {
            try {
                server.stop();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (Exception e) {
                throw new IllegalStateException("the listener for a login could not stop", e);
            }
        });
    }

    private static final class RedirectHandler extends Handler.Abstract {
        private final String path;
        private final LoginRequest request;
        private final Consumer<LoginAnswer> then;

        RedirectHandler(String path, LoginRequest request, Consumer<LoginAnswer> then) {
            this.path = path;
            this.request = request;
            this.then = then;
        }

        @Override
        public boolean handle(Request asked, Response response, Callback callback) {
            boolean here = asked.getMethod().equals("GET")
                    && asked.getHttpURI().getPath().equals(path);
            LoginAnswer answer = here ? LoginAnswer.of(asked.getHttpURI().getQuery(), request) : null;
            String words = UNKNOWN;
            if (answer != null) {
                words = answer.error() == null ? DONE : REFUSED;
            }
            response.setStatus(answer == null ? HttpStatus.NOT_FOUND_404 : HttpStatus.OK_200);
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain; charset=utf-8");
            response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
            // The address of this page contains the code.
            response.getHeaders().put("Referrer-Policy", "no-referrer");
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
            Content.Sink.write(response, true, words, Callback.from(callback, () -> {
                if (answer != null) {
                    then.accept(answer);
                }
            }));
            return true;
        }
    }
}
