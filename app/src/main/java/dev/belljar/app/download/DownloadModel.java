package dev.belljar.app.download;

import dev.belljar.app.action.DownloadActions.ArtifactPatterns;
import dev.belljar.app.action.DownloadActions.DownloadOptions;
import dev.belljar.app.action.DownloadActions.FoundFiles;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.client.transfer.FileDownload.DownloadPlan;
import dev.belljar.contract.view.work.GuestFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Which files of a sandbox are to be copied, what was found of them, and what the user allows.
final class DownloadModel {
    private static final Texts TEXTS = Texts.of(DownloadModel.class);
    private static final String WORKSPACE = "/workspace/";
    /// The files that are named in each list; the rest is counted.
    static final int NAMED = 50;

    private @Nullable ArtifactPatterns artifacts;
    private @Nullable FoundFiles found;
    private boolean risky;
    private boolean replace;
    private boolean executable;

    /// What a list is about, which decides how it looks and what the user can choose about it.
    enum ListKind {
        COPIED,
        RISKY,
        OTHER,
        NOT_COPIED
    }

    /// Files with a title; `more` are not named.
    record FileList(ListKind kind, String title, List<String> lines, int more) {
        FileList {
            lines = List.copyOf(lines);
        }
    }

    /// The patterns that a text means: one path or pattern, relative to the workspace.
    static List<String> patterns(String text) {
        String typed = text.strip();
        String inside = typed.startsWith(WORKSPACE) ? typed.substring(WORKSPACE.length()) : typed;
        return inside.isEmpty() ? List.of() : List.of(inside.startsWith("./") ? inside.substring(2) : inside);
    }

    /// Takes the patterns that the project proposes.
    void artifacts(ArtifactPatterns next) {
        artifacts = next;
    }

    Optional<ArtifactPatterns> artifacts() {
        return Optional.ofNullable(artifacts);
    }

    /// True if the project's patterns wait for a confirmation by the user.
    boolean unconfirmed() {
        return artifacts != null && !artifacts.confirmed();
    }

    /// Takes what was found; what the user allowed of earlier files does not apply to it.
    void found(@Nullable FoundFiles next) {
        found = next;
        risky = false;
        replace = false;
        executable = false;
    }

    Optional<FoundFiles> found() {
        return Optional.ofNullable(found);
    }

    void risky(boolean next) {
        risky = next;
    }

    void replace(boolean next) {
        replace = next;
    }

    void executable(boolean next) {
        executable = next;
    }

    /// What the user chose, for a copy into this folder.
    DownloadOptions options(Path folder) {
        return new DownloadOptions(folder, risky, replace, executable);
    }

    /// True if something would be copied.
    boolean ready() {
        return plan().filter(plan -> !plan.files().isEmpty()
                        || (risky && !plan.risky().isEmpty())
                        || (replace && !plan.other().isEmpty()))
                .isPresent();
    }

    /// True if one of the files is executable in the sandbox.
    boolean programs() {
        return plan().filter(plan -> plan.found().files().stream().anyMatch(GuestFile::executable))
                .isPresent();
    }

    /// What was found, in a sentence; empty before.
    String sentence() {
        return plan().map(DownloadModel::sentence).orElse("");
    }

    private static String sentence(DownloadPlan plan) {
        if (plan.found().files().isEmpty() && plan.found().refused().isEmpty()) {
            return TEXTS.get("download.none");
        }
        String there = plan.present().isEmpty()
                ? ""
                : TEXTS.get("download.present", plan.present().size());
        String more = plan.found().complete() ? "" : TEXTS.get("download.incomplete");
        String main = TEXTS.get(
                "download.found",
                plan.files().size(),
                FigureFormat.bytes(plan.bytes()).toString());
        return String.join(
                " ",
                List.of(main, there, more).stream()
                        .filter(each -> !each.isEmpty())
                        .toList());
    }

    /// The files by what happens to them; no empty lists.
    List<FileList> lists() {
        List<FileList> lists = new ArrayList<>();
        plan().ifPresent(plan -> {
            List<String> risky =
                    plan.risky().stream().map(DownloadModel::reason).toList();
            add(lists, ListKind.RISKY, TEXTS.get("download.risky", risky.size()), risky);
            List<String> other = printable(plan.other());
            add(lists, ListKind.OTHER, TEXTS.get("download.other", other.size()), other);
            List<String> blocked = printable(plan.inTheWay());
            add(lists, ListKind.NOT_COPIED, TEXTS.get("download.blocked", blocked.size()), blocked);
            List<String> refused = plan.found().refused().stream()
                    .map(file -> TEXTS.get("download.why", FigureFormat.printable(file.path()), file.why()))
                    .toList();
            add(lists, ListKind.NOT_COPIED, TEXTS.get("download.refused", refused.size()), refused);
            List<String> files =
                    printable(plan.files().stream().map(GuestFile::path).toList());
            add(lists, ListKind.COPIED, TEXTS.get("download.files", files.size()), files);
        });
        return lists;
    }

    private static String reason(GuestFile file) {
        return TEXTS.get("download.why", FigureFormat.printable(file.path()), String.valueOf(file.risk()));
    }

    private static List<String> printable(List<String> paths) {
        return paths.stream().map(FigureFormat::printable).toList();
    }

    private static void add(List<FileList> lists, ListKind kind, String title, List<String> lines) {
        if (!lines.isEmpty()) {
            int named = Math.min(NAMED, lines.size());
            lists.add(new FileList(kind, title, lines.subList(0, named), lines.size() - named));
        }
    }

    private Optional<DownloadPlan> plan() {
        return found().map(FoundFiles::plan);
    }
}
