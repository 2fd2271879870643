package dev.belljar.app.settings;

import dev.belljar.app.text.Texts;
import dev.belljar.contract.sandbox.SandboxSetting;
import dev.belljar.contract.text.ByteCount;
import dev.belljar.contract.text.DiskSize;
import dev.belljar.contract.text.TimeSpan;
import dev.belljar.contract.view.settings.PeriodSetting;
import dev.belljar.contract.view.settings.SandboxSettings;
import dev.belljar.contract.view.settings.ShareSettings;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The values of settings as the texts of their fields. An empty text is the default.
final class SettingSyntax {
    private static final Texts TEXTS = Texts.of(SettingSyntax.class);
    private static final long MIB = 1 << 20;

    private SettingSyntax() {}

    /// The text of a setting as it was set.
    static String text(SandboxSetting setting, SandboxSettings now) {
        ShareSettings shares = now.shares();
        return switch (setting) {
            case MEMORY -> ByteCount.ofMiB(now.wanted().memoryMiB()).toString();
            case CPUS -> Integer.toString(now.wanted().cpus());
            case DISK -> ByteCount.ofMiB(now.wanted().diskMiB()).toString();
            case IDLE -> period(now.idle());
            case LIFETIME -> period(now.lifetime());
            case NETWORK -> now.networkMode().name().toLowerCase(Locale.ROOT);
            case PROCESSES -> number(shares.processes());
            case CPU_WEIGHT -> number(shares.cpuWeight());
            case CPU_CAP -> number(shares.cpuCap());
            case DISK_RATE -> shares.diskRate() == null ? "" : DiskSize.words(shares.diskRate());
        };
    }

    private static String period(PeriodSetting period) {
        return TimeSpan.words(Duration.ofMinutes(period.minutes()));
    }

    private static String number(@Nullable Integer value) {
        return value == null ? "" : value.toString();
    }

    /// The value of a text in the unit of the request; null for an empty text.
    ///
    /// @throws IllegalArgumentException when the text is no value of this setting; the message says what was
    /// expected
    static @Nullable Long value(SandboxSetting setting, String text) {
        String typed = text.strip();
        if (typed.isEmpty()) {
            return null;
        }
        return switch (setting) {
            case MEMORY, DISK -> size(typed) / MIB;
            case DISK_RATE -> size(typed.replaceFirst("/s$", ""));
            case IDLE, LIFETIME -> TimeSpan.read(typed).toMinutes();
            case CPUS, PROCESSES, CPU_WEIGHT, CPU_CAP, NETWORK -> whole(typed);
        };
    }

    private static long size(String typed) {
        long bytes = DiskSize.read(typed);
        if (bytes == 0) {
            throw new IllegalArgumentException(TEXTS.get("settings.wrong.size", typed));
        }
        return bytes;
    }

    private static long whole(String typed) {
        String digits = typed.replaceAll("[,% ]", "");
        if (!digits.matches("[0-9]{1,9}")) {
            throw new IllegalArgumentException(TEXTS.get("settings.wrong.number", typed));
        }
        return Long.parseLong(digits);
    }
}
