package dev.belljar.agent.host;

import java.nio.file.Path;
import java.util.Map;

/// A control group that one program is put into: its folder, and what is written to which of its files.
public record ControlGroup(Path folder, Map<String, String> limits) {
    public ControlGroup {
        limits = Map.copyOf(limits);
    }
}
