package dev.belljar.client.command.sync;

import dev.belljar.client.console.ByteSize;
import dev.belljar.client.transfer.FileDownload.DownloadChoice;
import dev.belljar.client.transfer.WorkspacePath;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Option;

/// The options that say what of a sandbox this computer takes, how much of it, and in which way.
class CopyLimits {
    private static final String DEFAULT_MOST = "4G";
    private static final long MOST = 4L << 30;

    @Option(
            names = "--allow",
            paramLabel = "PATH",
            description = "Allow this file even though it could run code on this computer. Can be repeated.")
    List<String> allow = new ArrayList<>();

    @Option(names = "--allow-all", description = "Allow every file that could run code on this computer.")
    boolean allowAll;

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
        return allowAll || !allow.isEmpty() || onlyForCopies();
    }

    /// True if an option besides `--allow` and `--allow-all`, which a sync has, too, differs from its default.
    boolean onlyForCopies() {
        return executable || force || most.bytes() != MOST;
    }

    DownloadChoice choice() {
        Set<String> allowed = new HashSet<>();
        allow.forEach(path -> allowed.add(WorkspacePath.relative(path)));
        return new DownloadChoice(allowed, allowAll, force, executable, most.bytes());
    }
}
