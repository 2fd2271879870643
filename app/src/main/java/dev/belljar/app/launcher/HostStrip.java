package dev.belljar.app.launcher;

import dev.belljar.app.drawing.Icon;
import dev.belljar.app.drawing.MeterBar;
import dev.belljar.app.state.HostState;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.StateBadges;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.sandbox.Acceleration;
import dev.belljar.contract.view.host.HostStatus;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// A line about the host: its memory, CPU and disk, how much of them the machines use, and the acceleration.
final class HostStrip extends HBox {
    private static final Texts TEXTS = Texts.of(HostStrip.class);

    /// From these widths on, the free disk space and the number of CPUs are shown too.
    private static final double WITH_DISK = 1080;
    private static final double WITH_NAME = 880;

    private final Label name = UiParts.text("", "sm", "muted");
    private final HBox computer = UiParts.row(8, Icon.of(Feather.MONITOR, 14, "faint"), name);
    private final Tooltip tip = UiParts.tip(computer);
    private final MeterBar memory = new MeterBar(120);
    private final Label memoryFigure = UiParts.text("", "sm", "med");
    private final Label memoryTotal = UiParts.text("", "sm", "muted");
    private final MeterBar cpu = new MeterBar(96);
    private final Label cpuFigure = UiParts.text("", "sm", "med");
    private final Label cpuShare = UiParts.text("", "sm", "muted");
    private final Label disk = UiParts.text("", "sm", "muted");
    private final HBox room = UiParts.row(8, Icon.of(Feather.HARD_DRIVE, 14, "faint"), disk);
    private final HBox badge = UiParts.row(0);
    private @Nullable Acceleration shown;

    HostStrip() {
        widthProperty().addListener((at, was, now) -> {
            part(room, now.doubleValue() > WITH_DISK);
            part(name, now.doubleValue() > WITH_NAME);
        });
        setMinWidth(0);
        getStyleClass().add("host-strip");
        getChildren()
                .addAll(
                        computer,
                        UiParts.row(
                                8,
                                UiParts.text(TEXTS.get("launcher.host.memory"), "sm", "muted"),
                                memory,
                                UiParts.row(4, memoryFigure, memoryTotal)),
                        UiParts.row(
                                8,
                                UiParts.text(TEXTS.get("launcher.host.cpu"), "sm", "muted"),
                                cpu,
                                UiParts.row(4, cpuFigure, cpuShare)),
                        room,
                        UiParts.grow(),
                        badge);
    }

    private static void part(Region part, boolean shown) {
        part.setVisible(shown);
        part.setManaged(shown);
    }

    void show(HostState state) {
        HostStatus host = state.host();
        setVisible(host != null);
        setManaged(host != null);
        if (host == null) {
            return;
        }
        name.setText(TEXTS.get("launcher.host.name", host.cpus()));
        tip.setText(name.getText());
        long used = Math.max(0, host.memoryTotal() - host.memoryFree());
        memory.show((double) used / Math.max(1, host.memoryTotal()));
        memoryFigure.setText(FigureFormat.bytes(used).toString());
        memoryTotal.setText(TEXTS.get(
                "launcher.host.of", FigureFormat.bytes(host.memoryTotal()), FigureFormat.bytes(state.memory())));
        cpu.show(host.cpuPermille() / 1000.0);
        cpuFigure.setText(Long.toString(Math.round(host.cpuPermille() / 10.0)));
        long share = Math.round(state.cpuPermille() / 10.0 / Math.max(1, host.cpus()));
        cpuShare.setText(TEXTS.get("launcher.host.cpu.share", share));
        disk.setText(TEXTS.get("launcher.host.disk", FigureFormat.bytes(host.diskFree())));
        if (!host.acceleration().equals(shown)) {
            shown = host.acceleration();
            badge.getChildren().setAll(StateBadges.acceleration(host.acceleration()));
        }
    }
}
