package dev.belljar.client.command.sync;

import dev.belljar.client.console.ByteSize;
import dev.belljar.client.transfer.FileDownload.DownloadChoice;
import dev.belljar.client.transfer.WorkspacePath;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Option;

/// The options that say how much of what is copied out of a sandbox this computer takes, and in which way.
class CopyLimits {
    private static final String DEFAULT_MOST = "4G";
    private static final long MOST = 4L << 30;

    @Option(names = "--executable", description = "Keep executable files executable.")
    boolean executable;

    @Option(names = "--force", description = "Overwrite existing files with the same names on this computer.")
    boolean force;

    @Option(
            names = "--max-size",
            paramLabel = "SIZE",
            defaultValue = DEFAULT_MOST,
            converter = ByteSize.ByteSizeConverter.class,
            description = "Copy at most this much, such as 500M or 20G (default: " + DEFAULT_MOST + ").")
    ByteSize most = new ByteSize(MOST);

    /// True if one of these options differs from its default.
    boolean given() {
        return executable || force || most.bytes() != MOST;
    }

    DownloadChoice choice(List<String> allow, boolean allowAll) {
        Set<String> allowed = new HashSet<>();
        allow.forEach(path -> allowed.add(WorkspacePath.relative(path)));
        return new DownloadChoice(allowed, allowAll, force, executable, most.bytes());
    }
}
