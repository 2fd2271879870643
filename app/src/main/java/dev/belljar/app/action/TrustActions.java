package dev.belljar.app.action;

import dev.belljar.app.desktop.TrustState;
import dev.belljar.app.desktop.TrustedBrowsers;
import dev.belljar.app.text.Texts;
import dev.belljar.client.AgentException;
import dev.belljar.contract.operation.AccessApi;
import dev.belljar.contract.view.network.RouteServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// The actions on the user's browsers and their trust in sandbox addresses.
public final class TrustActions {
    private static final Texts TEXTS = Texts.of(TrustActions.class);

    /// A request to the browsers.
    @FunctionalInterface
    private interface BrowserRequest {
        TrustState of(Path root) throws IOException, InterruptedException;
    }

    private final TaskRunner tasks;
    private final TrustedBrowsers browsers;

    TrustActions(TaskRunner tasks, TrustedBrowsers browsers) {
        this.tasks = tasks;
        this.browsers = browsers;
    }

    /// Checks which browsers trust the addresses of sandboxes.
    public UiTask<TrustState> look() {
        return task("trust-look", browsers::look);
    }

    /// Has the browsers trust the addresses of sandboxes.
    public UiTask<TrustState> give() {
        return task("trust", browsers::give);
    }

    /// Removes that trust from the browsers.
    public UiTask<TrustState> takeBack() {
        return task("trust-back", browsers::takeBack);
    }

    private UiTask<TrustState> task(String name, BrowserRequest browserRequest) {
        return tasks.task(name, agent -> {
            RouteServer server = agent.call(AccessApi.ROUTES).server();
            String root = server.certificate();
            return root == null ? unmade(server) : run(browserRequest, Path.of(root));
        });
    }

    /// Returns the state without a root certificate, which the route server creates when it first runs.
    private static TrustState unmade(RouteServer server) {
        boolean missing = server.state().equals("missing");
        return new TrustState(
                List.of(), TEXTS.get("trust.none", server.detail()), missing ? TEXTS.get("trust.install") : null);
    }

    private static TrustState run(BrowserRequest browserRequest, Path root)
            throws AgentException, InterruptedException {
        try {
            return browserRequest.of(root);
        } catch (IOException e) {
            throw TaskRunner.elsewhere(TEXTS.get("trust.failed"), e);
        }
    }
}
