package dev.belljar.app.shell;

import dev.belljar.app.live.HostPicture;
import dev.belljar.app.look.Desk;
import dev.belljar.app.look.Figures;
import dev.belljar.app.look.Parts;
import dev.belljar.app.look.StateShape;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;

/// The line at the bottom: what runs, what it takes, and whether the agent answers.
final class StatusBar extends HBox {
    private final Desk desk;
    private final Label running = Parts.text("", "strong");
    private final Label memory = Parts.text("", "strong");
    private final Label memoryUnit = Parts.text("");
    private final Label cpu = Parts.text("", "strong");
    private final Label time = Parts.text("");
    private final Label link = Parts.text("", "strong");
    private final StateShape shape = new StateShape(StateShape.Kind.BUSY, 8);

    StatusBar(Desk desk) {
        this.desk = desk;
        getStyleClass().add("status-bar");
        getChildren()
                .addAll(
                        Parts.row(4, running, Parts.text("running")),
                        Parts.row(4, memory, memoryUnit),
                        Parts.row(4, cpu, Parts.text("% CPU")),
                        Parts.grow(),
                        time,
                        Parts.row(6, shape, link));
    }

    void show(HostPicture picture) {
        running.setText(Long.toString(picture.running()));
        Figures.Amount amount = Figures.bytes(picture.memory());
        memory.setText(amount.figure());
        memoryUnit.setText(amount.unit());
        int cpus = picture.host() == null ? 1 : Math.max(1, picture.host().cpus());
        cpu.setText(Long.toString(Math.round(picture.cpuPermille() / 10.0 / cpus)));
        time.setText(desk.time(desk.now()));
        switch (picture.link()) {
            case CONNECTING -> link("connecting", StateShape.Kind.BUSY);
            case UP -> link("live", StateShape.Kind.RUNNING);
            case DOWN -> link(picture.stopped() ? "stopped" : "no answer", StateShape.Kind.ERROR);
        }
    }

    private void link(String words, StateShape.Kind kind) {
        link.setText(words);
        shape.show(kind);
    }
}
