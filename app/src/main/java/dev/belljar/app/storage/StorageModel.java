package dev.belljar.app.storage;

import dev.belljar.app.text.Texts;
import dev.belljar.contract.request.storage.SetStorage;
import dev.belljar.contract.text.ByteCount;
import dev.belljar.contract.text.DiskSize;
import dev.belljar.contract.view.storage.HostStorage;
import dev.belljar.contract.view.storage.SandboxStorage;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The disk space of all sandboxes as text, and what is sent when the user changes its limits.
final class StorageModel {
    private static final Texts TEXTS = Texts.of(StorageModel.class);

    /// The parts of a sandbox that use disk space.
    private enum Part {
        DISK,
        SNAPSHOTS,
        MEMORY,
        OBJECTS,
        JOURNAL
    }

    private @Nullable HostStorage shown;

    void show(HostStorage now) {
        shown = now;
    }

    /// True once the figures are known; only then can limits be saved.
    boolean known() {
        return shown != null;
    }

    /// True if the user may change this limit: `reserve` or `quota`.
    boolean editable(String limit) {
        return shown != null && !shown.fixed().contains(limit);
    }

    /// How much is free, with a warning if that is less than the reserve.
    static String free(HostStorage now) {
        return TEXTS.get(
                now.free() <= now.reserve() ? "storage.free.low" : "storage.free",
                ByteCount.binaryWords(now.free()),
                ByteCount.binaryWords(now.total()));
    }

    /// How much templates, imported images and trash take; empty text for nothing.
    static String templatesAndTrash(HostStorage now) {
        String templates =
                now.templates() > 0 ? TEXTS.get("storage.templates", ByteCount.binaryWords(now.templates())) : "";
        String trash = now.trash() > 0 ? TEXTS.get("storage.trash", ByteCount.binaryWords(now.trash())) : "";
        String images = now.images() > 0 ? TEXTS.get("storage.images", ByteCount.binaryWords(now.images())) : "";
        return Stream.of(templates, images, trash)
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("   "));
    }

    /// How much could not be deleted yet; empty text for nothing.
    static String unpruned(HostStorage now) {
        return now.unpruned() > 0 ? TEXTS.get("storage.unpruned", ByteCount.binaryWords(now.unpruned())) : "";
    }

    /// The part of the disk that is in use, from 0 to 1.
    static double used(HostStorage now) {
        return (double) (now.total() - now.free()) / Math.max(1, now.total());
    }

    /// What the user has to know about the limits.
    static String note(HostStorage now) {
        String problem = now.problem();
        if (problem != null) {
            return TEXTS.get("storage.note.problem", problem);
        }
        return now.fixed().isEmpty() ? TEXTS.get("storage.note") : TEXTS.get("storage.note.fixed");
    }

    /// The text of the field with the free space that is kept.
    static String reserve(HostStorage now) {
        return DiskSize.words(now.reserve());
    }

    /// The text of the field with the quota of all sandboxes; empty text for the default.
    static String quota(HostStorage now) {
        Long quota = now.quota();
        return quota == null ? "" : DiskSize.words(quota);
    }

    /// The changed limits of all sandboxes; empty if neither was changed.
    ///
    /// @throws IllegalArgumentException if a changed text is not a size
    Optional<SetStorage> change(String reserve, String quota) {
        HostStorage before = shown;
        if (before == null) {
            return Optional.empty();
        }
        Long kept = editable("reserve") ? changed(reserve, reserve(before)) : null;
        Long each = editable("quota") ? changed(quota, quota(before)) : null;
        return kept == null && each == null ? Optional.empty() : Optional.of(new SetStorage(each, kept));
    }

    /// True if the user changed the free space that is kept to something that is not a size.
    boolean reserveIsWrong(String text) {
        try {
            change(text, shown == null ? "" : quota(shown));
            return false;
        } catch (IllegalArgumentException e) {
            return true;
        }
    }

    private static @Nullable Long changed(String text, String before) {
        return text.strip().equals(before) ? null : DiskSize.read(text);
    }

    /// The quota that the user typed for a sandbox, or an inner empty value for the quota of all sandboxes.
    /// The outer value is empty if nothing was changed.
    ///
    /// @throws IllegalArgumentException if the text is not a size
    static Optional<Optional<Long>> ownQuota(SandboxStorage sandbox, String text) {
        String typed = text.strip();
        Optional<Long> entered = typed.isEmpty() ? Optional.empty() : Optional.of(DiskSize.read(typed));
        Optional<Long> now = sandbox.own() ? Optional.of(sandbox.quota()) : Optional.empty();
        return entered.equals(now) ? Optional.empty() : Optional.of(entered);
    }

    /// The part of its quota that a sandbox uses; 0 without a quota.
    static double share(SandboxStorage sandbox) {
        return sandbox.quota() > 0 ? (double) sandbox.used() / sandbox.quota() : 0;
    }

    /// How much a sandbox uses, and of what quota.
    static String figure(SandboxStorage sandbox) {
        String used = ByteCount.binaryWords(sandbox.used());
        return sandbox.quota() > 0
                ? TEXTS.get("storage.row.used", used, DiskSize.words(sandbox.quota()))
                : TEXTS.get("storage.row.used.unlimited", used);
    }

    /// What uses the space of a sandbox, and that it is paused if it uses all of its quota.
    static String parts(SandboxStorage sandbox) {
        Map<Part, Long> bytes = new EnumMap<>(Part.class);
        bytes.put(Part.DISK, sandbox.disk());
        bytes.put(Part.SNAPSHOTS, sandbox.snapshots());
        bytes.put(Part.MEMORY, sandbox.memory());
        bytes.put(Part.OBJECTS, sandbox.objects());
        bytes.put(Part.JOURNAL, sandbox.journal());
        bytes.values().removeIf(size -> size <= 0);
        String parts = bytes.isEmpty()
                ? TEXTS.get("storage.row.unused")
                : bytes.entrySet().stream()
                        .map(part -> TEXTS.get(part.getKey(), ByteCount.binaryWords(part.getValue())))
                        .collect(Collectors.joining(" · "));
        return share(sandbox) >= 1 ? TEXTS.get("storage.row.paused", parts) : parts;
    }
}
