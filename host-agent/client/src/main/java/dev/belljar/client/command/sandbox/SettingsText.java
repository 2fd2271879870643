package dev.belljar.client.command.sandbox;

import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.TextTable;
import dev.belljar.contract.sandbox.SandboxSetting;
import dev.belljar.contract.text.ByteCount;
import dev.belljar.contract.text.TimeSpan;
import dev.belljar.contract.view.settings.PendingSetting;
import dev.belljar.contract.view.settings.PeriodSetting;
import dev.belljar.contract.view.settings.ResourceUse;
import dev.belljar.contract.view.settings.SandboxSettings;
import dev.belljar.contract.view.settings.ShareSettings;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The settings of a sandbox as a table: each with its value, what is in use now, and what is not in effect
/// yet.
record SettingsText(SandboxSettings settings) {
    private static final String NO_LIMIT = "no limit";

    void print(CommandSession session) {
        table().print(session.out());
        if (settings.problem() != null) {
            session.aside("%s. The defaults apply.", settings.problem());
        }
        settings.unapplied()
                .forEach(fault -> session.aside(
                        "%s is not in effect: %s.", fault.setting().word(), fault.reason()));
        if (!settings.pending().isEmpty()) {
            session.aside("To restart the sandbox now, run: belljar set %s --restart", settings.name());
        }
    }

    private TextTable table() {
        TextTable table = new TextTable("SETTING", "VALUE", "IN USE NOW", "NOT IN EFFECT YET");
        ResourceUse use = settings.use();
        ShareSettings shares = settings.shares();
        row(
                table,
                SandboxSetting.MEMORY,
                mebibytes(settings.machine().memoryMiB()),
                use == null ? "" : size(use.memory()));
        row(
                table,
                SandboxSetting.CPUS,
                String.valueOf(settings.machine().cpus()),
                use == null ? "" : String.format(Locale.ROOT, "%.1f", use.cpuPermille() / 1_000.0));
        row(table, SandboxSetting.DISK, mebibytes(settings.machine().diskMiB()), use == null ? "" : size(use.disk()));
        row(table, SandboxSetting.IDLE, period(settings.idle()), use == null ? "" : minutes(use.idleMinutes()));
        row(table, SandboxSetting.LIFETIME, period(settings.lifetime()), use == null ? "" : minutes(use.runMinutes()));
        row(table, SandboxSetting.NETWORK, settings.networkMode().name().toLowerCase(Locale.ROOT), "");
        row(table, SandboxSetting.PROCESSES, number(shares.processes(), ""), use == null ? "" : processes(use));
        Integer weight = shares.cpuWeight();
        row(table, SandboxSetting.CPU_WEIGHT, weight == null ? "50 (default)" : String.valueOf(weight), "");
        row(table, SandboxSetting.CPU_CAP, number(shares.cpuCap(), " %"), "");
        Long rate = shares.diskRate();
        row(table, SandboxSetting.DISK_RATE, rate == null ? NO_LIMIT : size(rate) + "/s", "");
        return table;
    }

    private void row(TextTable table, SandboxSetting setting, String value, String use) {
        String pending = settings.pending().stream()
                .filter(one -> one.setting() == setting)
                .findFirst()
                .map(SettingsText::pending)
                .orElse("");
        table.row(setting.word(), value, use, pending);
    }

    private static String pending(PendingSetting pending) {
        String wanted = pending.setting() == SandboxSetting.CPUS
                ? String.valueOf(pending.wanted())
                : ByteCount.ofMiB(pending.wanted()).toString();
        return switch (pending.effect()) {
            case NEXT_START -> wanted + " at the next start";
            case AFTER_SHUTDOWN -> wanted + " after a shutdown";
        };
    }

    private static String processes(ResourceUse use) {
        Long limited = use.limited();
        return limited == null ? "" : String.format(Locale.ROOT, "%,d", limited);
    }

    private static String period(PeriodSetting period) {
        String span = period.minutes() == 0 ? NO_LIMIT : TimeSpan.words(Duration.ofMinutes(period.minutes()));
        return period.fixed()
                ? span + " (set in the host agent's environment)"
                : period.own() ? span + " (set for this sandbox)" : span;
    }

    private static String minutes(long minutes) {
        return minutes == 0 ? "0 min" : TimeSpan.words(Duration.ofMinutes(minutes));
    }

    private static String number(@Nullable Integer value, String unit) {
        return value == null ? NO_LIMIT : String.format(Locale.ROOT, "%,d%s", value, unit);
    }

    private static String mebibytes(int value) {
        return ByteCount.ofMiB(value).toString();
    }

    private static String size(long bytes) {
        return ByteCount.binaryWords(bytes);
    }
}
