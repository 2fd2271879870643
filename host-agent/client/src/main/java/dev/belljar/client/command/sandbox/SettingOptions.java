package dev.belljar.client.command.sandbox;

import dev.belljar.client.console.ByteSize;
import dev.belljar.client.console.SpanConverter;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.request.sandbox.SetSandboxSettings;
import dev.belljar.contract.sandbox.SandboxSetting;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/// The options of `belljar set` that change a setting.
final class SettingOptions {
    private static final long MIB = 1 << 20;

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            converter = ByteSize.ByteSizeConverter.class,
            description = "Memory, such as 12G. Takes effect when the sandbox is shut down and started again.")
    @Nullable
    ByteSize memory;

    @Option(
            names = "--cpus",
            paramLabel = "N",
            description = "Number of virtual CPUs. Takes effect when the sandbox is shut down and started again.")
    @Nullable
    Integer cpus;

    @Option(
            names = "--disk",
            paramLabel = "SIZE",
            converter = ByteSize.ByteSizeConverter.class,
            description = "Maximum disk size, such as 32G. The disk can only grow. Takes effect at the next start.")
    @Nullable
    ByteSize disk;

    @Option(
            names = "--idle",
            paramLabel = "SPAN",
            converter = SpanConverter.class,
            description = "How long the sandbox may be idle before it is hibernated: a time such as 30m, 12h or 7d,"
                    + " or never.")
    @Nullable
    Duration idle;

    @Option(
            names = "--lifetime",
            paramLabel = "SPAN",
            converter = SpanConverter.class,
            description = "How long the sandbox may run. After this time, it is hibernated as soon as it is idle.")
    @Nullable
    Duration lifetime;

    @Option(names = "--network", paramLabel = "MODE", description = "Network mode: closed, registries, ask or open.")
    @Nullable
    NetworkMode network;

    @Option(
            names = {"--processes", "--pids"},
            paramLabel = "N",
            description = "Maximum number of processes and threads that commands and terminals in the sandbox may"
                    + " use. Programs that run as root in the sandbox can remove this limit.")
    @Nullable
    Integer processes;

    @Option(
            names = "--cpu-weight",
            paramLabel = "N",
            description = "Relative share of CPU time when sandboxes compete for this computer's CPUs, from 1 to 10000"
                    + " (default: 50).")
    @Nullable
    Integer cpuWeight;

    @Option(
            names = "--cpu-cap",
            paramLabel = "PERCENT",
            description =
                    "Maximum CPU time for the sandbox, as a percentage of one CPU: 150 means one and a half CPUs.")
    @Nullable
    Integer cpuCap;

    @Option(
            names = "--disk-rate",
            paramLabel = "SIZE",
            converter = ByteSize.ByteSizeConverter.class,
            description =
                    "Maximum amount of data that the sandbox may read from and write to its disk per second, such as"
                            + " 50M.")
    @Nullable
    ByteSize diskRate;

    @Option(
            names = "--reset",
            paramLabel = "SETTING",
            split = ",",
            converter = SettingConverter.class,
            description = "Restore the default of a setting, such as idle or processes. For memory, cpus and disk,"
                    + " discard a change that is not in effect yet. Can be repeated.")
    @Nullable
    List<SandboxSetting> reset;

    /// The request that these options make; it changes nothing if no option is given.
    SetSandboxSettings request() {
        return new SetSandboxSettings(
                mebibytes(memory),
                cpus,
                mebibytes(disk),
                idle == null ? null : (Long) idle.toMinutes(),
                lifetime == null ? null : (Long) lifetime.toMinutes(),
                network,
                processes,
                cpuWeight,
                cpuCap,
                diskRate == null ? null : (Long) diskRate.bytes(),
                reset);
    }

    private static @Nullable Integer mebibytes(@Nullable ByteSize size) {
        return size == null ? null : (Integer) (int) Math.min(size.bytes() / MIB, Integer.MAX_VALUE);
    }

    /// Parses the name of a setting, as its option has it.
    static final class SettingConverter implements ITypeConverter<SandboxSetting> {
        @Override
        public SandboxSetting convert(String word) {
            return Arrays.stream(SandboxSetting.values())
                    .filter(setting -> setting.word().equals(word))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException("\"" + word + "\": expected "
                            + Arrays.stream(SandboxSetting.values())
                                    .map(SandboxSetting::word)
                                    .collect(Collectors.joining(", "))));
        }
    }
}
