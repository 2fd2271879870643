package dev.belljar.agent.storage;

import dev.belljar.contract.text.ByteCount;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/// The disk space that one sandbox uses on the host, in bytes.
public record DiskUsage(long objects, long journal, long disk, long memory, long snapshots) {
    /// The sum.
    public long sum() {
        return objects + journal + disk + memory + snapshots;
    }

    /// The usage in words, the largest part first, without empty parts.
    public String words() {
        Map<String, Long> parts = new LinkedHashMap<>();
        parts.put("disk", disk);
        parts.put("snapshots", snapshots);
        parts.put("hibernated memory", memory);
        parts.put("git objects", objects);
        parts.put("journal", journal);
        return parts.entrySet().stream()
                .filter(part -> part.getValue() > 0)
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .map(part -> part.getKey() + " " + ByteCount.binaryWords(part.getValue()))
                .collect(Collectors.joining(", "));
    }
}
