package dev.belljar.app.shell;

import dev.belljar.app.action.Actions;
import dev.belljar.app.desktop.TrustState;
import dev.belljar.app.drawing.Icon;
import dev.belljar.app.navigation.DialogKind;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.ContextMenus;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.view.network.RouteRow;
import dev.belljar.contract.view.network.RouteTable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.layout.HBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// Opens the dev server of a sandbox in the browser; its menu lists every port on which a program listens.
final class AddressButton extends HBox {
    private static final Texts TEXTS = Texts.of(AddressButton.class);
    private static final Duration KEPT = Duration.ofMinutes(1);

    private final Actions actions;
    private final Button main = UiParts.button(Feather.EXTERNAL_LINK, TEXTS.get("address.open"), "split-left");
    private final MenuButton more = new MenuButton(null, Icon.of(Feather.CHEVRON_DOWN, 14));
    private final MenuItem trust = new MenuItem(TEXTS.get("address.trust.unknown"), Icon.of(Feather.LOCK));
    private @Nullable RouteTable shown;
    private Instant looked = Instant.MIN;
    private boolean looking;
    private boolean brief;

    AddressButton(Actions actions) {
        this.actions = actions;
        getStyleClass().add("address-button");
        setMinWidth(USE_PREF_SIZE);
        setAlignment(Pos.CENTER);
        main.setMinWidth(USE_PREF_SIZE);
        more.getStyleClass().add("split-right");
        more.setAccessibleText(TEXTS.get("address.all"));
        getChildren().addAll(main, more);
        main.setOnAction(e -> {
            RouteTable table = shown;
            if (table != null) {
                actions.browsers().browse(table.url());
            }
        });
        trust.setOnAction(e -> {
            // The dialog may change what is known now.
            looked = Instant.MIN;
            actions.navigation().open(new DialogKind.ShowTrust());
        });
        more.setOnShowing(e -> look());
        show(Optional.empty());
    }

    /// Shows these routes; without any the button is hidden.
    void show(Optional<RouteTable> routes) {
        RouteTable table = routes.orElse(null);
        shown = table;
        setVisible(table != null);
        setManaged(table != null);
        if (table != null) {
            more.getItems().setAll(items(table));
            UiParts.tip(main, TEXTS.get("address.open.tip", table.url()), "");
            draw();
        }
    }

    /// Checks whether browsers trust the routes. This starts programs, so one check runs at a time, and its
    /// result is kept for a minute.
    private void look() {
        Instant now = Instant.now();
        if (looking || now.isBefore(looked.plus(KEPT))) {
            return;
        }
        looking = true;
        looked = now;
        actions.trust()
                .look()
                .done(this::show)
                .failed(problem -> {
                    looking = false;
                    looked = Instant.MIN;
                })
                .begin();
    }

    private void show(TrustState now) {
        looking = false;
        if (now.missing()) {
            trust.setText(TEXTS.get("address.trust.missing"));
        } else {
            trust.setText(TEXTS.get(now.unclear() ? "address.trust.unknown" : "address.trust.known"));
        }
    }

    /// Shows only the icon if `next`, else also the text.
    void brief(boolean next) {
        brief = next;
        draw();
    }

    private void draw() {
        RouteTable table = shown;
        String words = table == null || table.main() == null
                ? TEXTS.get("address.open")
                : TEXTS.get("address.open.port", table.main().toString());
        main.setText(brief ? null : words);
        main.setAccessibleText(TEXTS.get("address.open.spoken", words));
    }

    private List<MenuItem> items(RouteTable table) {
        List<MenuItem> items = new ArrayList<>();
        for (RouteRow route : table.ports()) {
            if (route.service() == null) {
                String words = route.port() + "  " + FigureFormat.printable(route.process());
                items.add(ContextMenus.item(
                        words, Feather.GLOBE, () -> actions.browsers().browse(route.url())));
            }
        }
        if (!items.isEmpty()) {
            items.add(new SeparatorMenuItem());
        }
        if (table.ports().stream().anyMatch(route -> "terminal".equals(route.service()))) {
            items.add(ContextMenus.item(
                    TEXTS.get("address.terminal"),
                    Feather.TERMINAL,
                    () -> actions.browsers().browseTerminal(table)));
        }
        items.add(ContextMenus.copy(TEXTS.get("address.copy", table.url()), table.url()));
        items.add(trust);
        return items;
    }
}
