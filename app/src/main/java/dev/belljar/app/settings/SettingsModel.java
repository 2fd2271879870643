package dev.belljar.app.settings;

import dev.belljar.app.text.Texts;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.request.sandbox.SetSandboxSettings;
import dev.belljar.contract.sandbox.SandboxSetting;
import dev.belljar.contract.text.ByteCount;
import dev.belljar.contract.view.settings.PendingSetting;
import dev.belljar.contract.view.settings.ResourceUse;
import dev.belljar.contract.view.settings.SandboxSettings;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The settings of a sandbox as the user edits them: the texts of the fields, what is said beside them, and
/// what is sent.
///
/// Only what the user changed is sent, so that a change by another window in the meantime is kept. What the
/// user typed stays when newer settings arrive.
final class SettingsModel {
    private static final Texts TEXTS = Texts.of(SettingsModel.class);
    private static final List<SandboxSetting> AT_RESTART =
            List.of(SandboxSetting.MEMORY, SandboxSetting.CPUS, SandboxSetting.DISK);

    private final Map<SandboxSetting, String> typed = new EnumMap<>(SandboxSetting.class);
    private @Nullable NetworkMode mode;
    private @Nullable SandboxSettings shown;

    /// What the bar at the bottom offers.
    enum BarState {
        /// Nothing to do.
        NOTHING,
        /// There are changes that take effect when they are saved.
        CHANGED,
        /// There are changes that take effect with a restart.
        NEEDS_RESTART,
        /// Nothing was changed, but stored settings wait for a restart.
        PENDING
    }

    void show(SandboxSettings now) {
        shown = now;
        typed.entrySet().removeIf(entry -> entry.getValue().strip().equals(SettingSyntax.text(entry.getKey(), now)));
        if (now.networkMode() == mode) {
            mode = null;
        }
    }

    /// True once the settings are known; only then can they be changed.
    boolean known() {
        return shown != null;
    }

    /// The text of a field: what the user typed, else the value that was set.
    String text(SandboxSetting setting) {
        String draft = typed.get(setting);
        return draft != null ? draft : shown == null ? "" : SettingSyntax.text(setting, shown);
    }

    /// The user typed this text into a field.
    void type(SandboxSetting setting, String text) {
        if (shown != null && text.strip().equals(SettingSyntax.text(setting, shown))) {
            typed.remove(setting);
        } else if (shown != null) {
            typed.put(setting, text);
        }
    }

    /// The network mode that is selected.
    NetworkMode mode() {
        return mode != null ? mode : shown == null ? NetworkMode.CLOSED : shown.networkMode();
    }

    /// The user selected this network mode.
    void choose(NetworkMode next) {
        mode = shown != null && shown.networkMode() == next ? null : next;
    }

    /// True if the host agent's environment decides about this period.
    boolean fixed(SandboxSetting setting) {
        return shown != null
                && switch (setting) {
                    case IDLE -> shown.idle().fixed();
                    case LIFETIME -> shown.lifetime().fixed();
                    default -> false;
                };
    }

    /// Why a text is no value; empty if it is one.
    Optional<String> complaint(SandboxSetting setting) {
        try {
            Long _ = SettingSyntax.value(setting, text(setting));
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /// Discards what the user typed and selected.
    void discard() {
        typed.clear();
        mode = null;
    }

    /// The request that stores what the user changed; empty if nothing was. Every text must be a value.
    Optional<SetSandboxSettings> request() {
        if (typed.isEmpty() && mode == null) {
            return Optional.empty();
        }
        Map<SandboxSetting, Long> values = new EnumMap<>(SandboxSetting.class);
        List<SandboxSetting> resets = new ArrayList<>();
        typed.forEach((setting, text) -> {
            Long value = SettingSyntax.value(setting, text);
            if (value == null) {
                resets.add(setting);
            } else {
                values.put(setting, value);
            }
        });
        return Optional.of(new SetSandboxSettings(
                whole(values, SandboxSetting.MEMORY),
                whole(values, SandboxSetting.CPUS),
                whole(values, SandboxSetting.DISK),
                values.get(SandboxSetting.IDLE),
                values.get(SandboxSetting.LIFETIME),
                mode,
                whole(values, SandboxSetting.PROCESSES),
                whole(values, SandboxSetting.CPU_WEIGHT),
                whole(values, SandboxSetting.CPU_CAP),
                values.get(SandboxSetting.DISK_RATE),
                resets));
    }

    private static @Nullable Integer whole(Map<SandboxSetting, Long> values, SandboxSetting setting) {
        Long value = values.get(setting);
        return value == null ? null : (Integer) (int) Math.min(value, Integer.MAX_VALUE);
    }

    /// The request that discards the stored settings that are not in effect yet.
    SetSandboxSettings dropPending() {
        List<SandboxSetting> names = shown == null
                ? List.of()
                : shown.pending().stream().map(PendingSetting::setting).toList();
        return new SetSandboxSettings(null, null, null, null, null, null, null, null, null, null, names);
    }

    /// What the bar at the bottom offers.
    BarState bar() {
        if (shown == null) {
            return BarState.NOTHING;
        }
        if (typed.keySet().stream().anyMatch(AT_RESTART::contains)) {
            return BarState.NEEDS_RESTART;
        }
        return !typed.isEmpty() || mode != null
                ? BarState.CHANGED
                : shown.pending().isEmpty() ? BarState.NOTHING : BarState.PENDING;
    }

    /// The sentence in the bar.
    String sentence() {
        return switch (bar()) {
            case NOTHING -> TEXTS.get("settings.bar.nothing");
            case CHANGED -> TEXTS.get("settings.bar.changed");
            case NEEDS_RESTART ->
                TEXTS.get(
                        "settings.bar.restart",
                        joined(AT_RESTART.stream().map(typed::get).filter(text -> text != null && !text.isBlank())));
            case PENDING -> pending();
        };
    }

    private String pending() {
        List<PendingSetting> pending = shown == null ? List.of() : shown.pending();
        boolean shutdown =
                pending.stream().anyMatch(one -> one.effect() == PendingSetting.SettingEffect.AFTER_SHUTDOWN);
        return TEXTS.get(
                shutdown ? "settings.bar.after" : "settings.bar.next",
                joined(pending.stream().map(SettingsModel::words)));
    }

    private static String joined(Stream<String> values) {
        return values.collect(Collectors.joining(", "));
    }

    private static String words(PendingSetting pending) {
        return switch (pending.setting()) {
            case CPUS -> TEXTS.get("settings.cpus.many", pending.wanted());
            case MEMORY -> TEXTS.get("settings.memory.of", ByteCount.ofMiB(pending.wanted()));
            default -> TEXTS.get("settings.disk.of", ByteCount.ofMiB(pending.wanted()));
        };
    }

    /// What is said beside a field: its limit, what is in use now, and what the machine has.
    String note(SandboxSetting setting) {
        SandboxSettings now = shown;
        if (now == null) {
            return "";
        }
        Optional<String> reason = now.unapplied().stream()
                .filter(fault -> fault.setting() == setting)
                .map(fault -> TEXTS.get("settings.unapplied", fault.reason()))
                .findFirst();
        return reason.orElseGet(() -> typed.containsKey(setting) && AT_RESTART.contains(setting)
                ? TEXTS.get("settings.was", SettingSyntax.text(setting, now), note(setting, now))
                : note(setting, now));
    }

    private static String note(SandboxSetting setting, SandboxSettings now) {
        ResourceUse use = now.use();
        return switch (setting) {
            case MEMORY -> note(size((long) now.most().memoryMiB() << 20), use == null ? null : size(use.memory()));
            case CPUS ->
                note(
                        Integer.toString(now.most().cpus()),
                        use == null ? null : TEXTS.get("settings.cpus.used", use.cpuPermille() / 1_000.0));
            case DISK ->
                use == null ? TEXTS.get("settings.disk.grows") : TEXTS.get("settings.disk.used", size(use.disk()));
            case PROCESSES ->
                use == null || use.limited() == null
                        ? TEXTS.get("settings.processes.about")
                        : TEXTS.get("settings.processes.used", use.limited());
            case IDLE -> period(now.idle().fixed(), TEXTS.get("settings.idle.then"));
            case LIFETIME -> period(now.lifetime().fixed(), lifetime(now));
            case CPU_WEIGHT -> TEXTS.get("settings.weight.about");
            case CPU_CAP -> TEXTS.get("settings.cap.about");
            case DISK_RATE -> TEXTS.get("settings.rate.about");
            case NETWORK -> "";
        };
    }

    private static String note(String most, @Nullable String used) {
        return used == null ? TEXTS.get("settings.most", most) : TEXTS.get("settings.used", used, most);
    }

    private static String period(boolean fixed, String then) {
        return fixed ? TEXTS.get("settings.fixed") : then;
    }

    private static String lifetime(SandboxSettings now) {
        ResourceUse use = now.use();
        long left = use == null ? 0 : now.lifetime().minutes() - use.runMinutes();
        return left > 0
                ? TEXTS.get("settings.lifetime.left", left / 60, left % 60)
                : TEXTS.get("settings.lifetime.then");
    }

    private static String size(long bytes) {
        return ByteCount.binaryWords(bytes);
    }

    /// The part of a limit that is in use, from 0 to 1; negative if there is none to show.
    double used(SandboxSetting setting) {
        SandboxSettings now = shown;
        ResourceUse use = now == null ? null : now.use();
        if (now == null || use == null) {
            return -1;
        }
        Integer most = now.shares().processes();
        return switch (setting) {
            case MEMORY -> (double) use.memory() / ((long) now.machine().memoryMiB() << 20);
            case CPUS -> use.cpuPermille() / 1_000.0 / now.machine().cpus();
            case DISK -> (double) use.disk() / ((long) now.machine().diskMiB() << 20);
            case PROCESSES -> most == null || use.limited() == null ? -1 : (double) use.limited() / most;
            default -> -1;
        };
    }

    /// The problem of the stored settings; empty text if there is none.
    String problem() {
        return shown == null || shown.problem() == null ? "" : TEXTS.get("settings.problem", shown.problem());
    }
}
