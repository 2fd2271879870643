package dev.belljar.app.action;

import dev.belljar.app.desktop.TrustState;
import dev.belljar.app.desktop.WebBrowser;
import dev.belljar.app.navigation.DialogKind;
import dev.belljar.app.navigation.Navigation;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.UiContext;
import dev.belljar.contract.operation.AccessApi;
import dev.belljar.contract.view.network.RouteTable;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import org.kordamp.ikonli.feather.Feather;

/// The actions that open the addresses of sandboxes in the user's browser.
public final class BrowserActions {
    private static final Texts TEXTS = Texts.of(BrowserActions.class);

    private final TaskRunner tasks;
    private final UiContext context;
    private final Navigation navigation;
    private final TrustActions trust;
    private boolean warned;

    BrowserActions(TaskRunner tasks, UiContext context, Navigation navigation, TrustActions trust) {
        this.tasks = tasks;
        this.context = context;
        this.navigation = navigation;
        this.trust = trust;
    }

    /// Opens an address in the user's browser.
    public void browse(String address) {
        WebBrowser.open(address);
        if (!warned) {
            warned = true;
            trust.look().done(this::warn).begin();
        }
    }

    /// Opens the page of a sandbox's terminal, with the token that it asks for on the clipboard.
    public void browseTerminal(RouteTable table) {
        tasks.task("session-view", agent -> agent.call(AccessApi.SESSION.at(table.sandbox())))
                .done(session -> {
                    if (session.token() != null) {
                        ClipboardContent words = new ClipboardContent();
                        words.putString(session.token());
                        Clipboard.getSystemClipboard().setContent(words);
                        context.overlay().say(Feather.COPY, TEXTS.get("browse.token"), "ok");
                    }
                    browse(table.agentUrl());
                })
                .beginIn(context);
    }

    /// Offers to have browsers trust sandbox addresses, once per window, since the browser is about to warn
    /// of the address.
    private void warn(TrustState state) {
        if (state.missing()) {
            context.overlay()
                    .offer(
                            Feather.LOCK,
                            TEXTS.get("browse.warning"),
                            "muted",
                            TEXTS.get("browse.trust"),
                            () -> navigation.open(new DialogKind.ShowTrust()));
        }
    }
}
