package dev.belljar.agent.host;

import java.nio.file.Path;
import java.util.Map;

/// A control group for one program: its folder, and the values to write to its files.
public record ControlGroup(Path folder, Map<String, String> limits) {
    public ControlGroup {
        limits = Map.copyOf(limits);
    }
}
