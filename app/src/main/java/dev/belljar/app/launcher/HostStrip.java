package dev.belljar.app.launcher;

import dev.belljar.app.live.HostPicture;
import dev.belljar.app.look.Badges;
import dev.belljar.app.look.Figures;
import dev.belljar.app.look.Icon;
import dev.belljar.app.look.Meter;
import dev.belljar.app.look.Parts;
import dev.belljar.contract.sandbox.Acceleration;
import dev.belljar.contract.view.HostStatus;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// One line about this host: what it has, what the machines take of it, and what they run on.
final class HostStrip extends HBox {
    private static final double ALL = 880;

    private final Label name = Parts.text("", "sm", "muted");
    private final Meter memory = new Meter(120);
    private final Label memoryFigure = Parts.text("", "sm", "med");
    private final Label memoryTotal = Parts.text("", "sm", "muted");
    private final Meter cpu = new Meter(96);
    private final Label cpuFigure = Parts.text("", "sm", "med");
    private final Label disk = Parts.text("", "sm", "muted");
    private final HBox room = Parts.row(8, Icon.of(Feather.HARD_DRIVE, 14, "faint"), disk);
    private final HBox badge = Parts.row(0);
    private @Nullable Acceleration shown;

    HostStrip() {
        widthProperty().addListener((at, was, now) -> {
            room.setVisible(now.doubleValue() > ALL);
            room.setManaged(room.isVisible());
        });
        setMinWidth(0);
        getStyleClass().add("host-strip");
        getChildren()
                .addAll(
                        Parts.row(8, Icon.of(Feather.MONITOR, 14, "faint"), name),
                        Parts.row(
                                8,
                                Parts.text("Memory", "sm", "muted"),
                                memory,
                                Parts.row(4, memoryFigure, memoryTotal)),
                        Parts.row(
                                8,
                                Parts.text("CPU", "sm", "muted"),
                                cpu,
                                Parts.row(4, cpuFigure, Parts.text("%", "sm", "muted"))),
                        room,
                        Parts.grow(),
                        badge);
    }

    void show(HostPicture picture) {
        HostStatus host = picture.host();
        setVisible(host != null);
        setManaged(host != null);
        if (host == null) {
            return;
        }
        name.setText("This computer, " + Figures.many(host.cpus(), "thread", "threads") + ", "
                + Figures.bytes(host.memoryTotal()));
        memory.show((double) picture.memory() / Math.max(1, host.memoryTotal()));
        memoryFigure.setText(Figures.bytes(picture.memory()).toString());
        memoryTotal.setText("of " + Figures.bytes(host.memoryTotal()));
        double part = picture.cpuPermille() / 1000.0 / Math.max(1, host.cpus());
        cpu.show(part);
        cpuFigure.setText(Long.toString(Math.round(part * 100)));
        disk.setText(Figures.bytes(host.diskFree()) + " of disk free");
        if (!host.acceleration().equals(shown)) {
            shown = host.acceleration();
            badge.getChildren().setAll(Badges.acceleration(host.acceleration()));
        }
    }
}
