package dev.belljar.contract.view.storage;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The host's disk as Belljar uses it, in bytes.
///
/// `total` and `free` are those of the file system with Belljar's data. `reserve` is the free space nothing of
/// Belljar uses. `quota` is what each sandbox may use, 0 for no limit; null means the size of its machine's disk and
/// 16 GiB. `trash` is what destroyed sandboxes take, `templates` what all templates do, `images` what
/// imported images do, and `unpruned` what
/// git objects of deleted sandboxes do that could not be deleted yet. `fixed` names the fields that the host agent's
/// environment decides. `problem` says that what a person had set cannot be read, so that the defaults hold.
public record HostStorage(
        long total,
        long free,
        long reserve,
        @Nullable Long quota,
        long trash,
        long templates,
        long images,
        long unpruned,
        List<SandboxStorage> sandboxes,
        List<String> fixed,
        @Nullable String problem) {
    public HostStorage {
        sandboxes = List.copyOf(sandboxes);
        fixed = List.copyOf(fixed);
    }
}
