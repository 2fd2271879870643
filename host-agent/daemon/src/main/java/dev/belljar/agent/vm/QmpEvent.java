package dev.belljar.agent.vm;

import java.util.Map;

/// Something QEMU reported by itself, such as `SHUTDOWN`.
public record QmpEvent(String name, Map<String, Object> data) {
    public QmpEvent {
        data = Map.copyOf(data);
    }

    /// A text among the data; empty when there is none of that name.
    public String text(String key) {
        return data.get(key) instanceof String found ? found : "";
    }
}
