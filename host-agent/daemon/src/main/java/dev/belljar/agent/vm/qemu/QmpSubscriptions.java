package dev.belljar.agent.vm.qemu;

import dev.belljar.agent.vm.launch.MachineFiles;
import dev.belljar.agent.vm.qmp.QmpEvent;
import java.util.function.Consumer;

/// The listeners for a machine's end and for its pauses.
record QmpSubscriptions(EndReason reason, DiskPause diskPause) {
    QmpSubscriptions(String id, MachineFiles files) {
        this(new EndReason(), new DiskPause(id, files.disk()));
    }

    Consumer<QmpEvent> both() {
        return reason.andThen(diskPause);
    }
}
