package dev.belljar.agent.vm.qmp;

import java.util.Map;

/// An event that QEMU reported, such as `SHUTDOWN`.
public record QmpEvent(String name, Map<String, Object> data) {
    public QmpEvent {
        data = Map.copyOf(data);
    }

    /// A text field of the data; empty if there is none of that name.
    public String text(String key) {
        return data.get(key) instanceof String found ? found : "";
    }
}
