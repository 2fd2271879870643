package dev.belljar.app.action;

import dev.belljar.app.text.Texts;
import dev.belljar.client.AgentException;
import dev.belljar.contract.view.RouteServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// The commands about the user's browsers and their trust in sandbox addresses.
public final class TrustCommands {
    private static final Texts TEXTS = Texts.of(TrustCommands.class);

    /// A request to the browsers.
    @FunctionalInterface
    private interface Said {
        TrustState of(Path root) throws IOException, InterruptedException;
    }

    private final AgentCommands commands;
    private final TrustedBrowsers browsers;

    public TrustCommands(AgentCommands commands, TrustedBrowsers browsers) {
        this.commands = commands;
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

    private UiTask<TrustState> task(String name, Said said) {
        return commands.task(name, () -> {
            RouteServer server = commands.agent().routes().all().server();
            String root = server.certificate();
            return root == null ? unmade(server) : said(said, Path.of(root));
        });
    }

    /// Returns the state without a root certificate, which the route server creates when it first runs.
    private static TrustState unmade(RouteServer server) {
        boolean missing = server.state().equals("missing");
        return new TrustState(
                List.of(), TEXTS.get("trust.none", server.detail()), missing ? TEXTS.get("trust.install") : null);
    }

    private static TrustState said(Said said, Path root) throws AgentException, InterruptedException {
        try {
            return said.of(root);
        } catch (IOException e) {
            throw AgentCommands.elsewhere(TEXTS.get("trust.failed"), e);
        }
    }
}
