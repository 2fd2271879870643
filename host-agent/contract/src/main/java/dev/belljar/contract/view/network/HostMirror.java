package dev.belljar.contract.view.network;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A mirror, registry or proxy for packages that the configuration of this host names, or that the user chose
/// earlier.
///
/// `id` are eight hexadecimal digits. `concerns` says what it is for, in words or by a name of the tool, such
/// as a scope of npm. `url` has no credentials. `source` is the file that names it, null if none does any more.
/// `needs` is what guests connect to, as `NAME:PORT`. `credential` is true if a placeholder stands in guests
/// for a password or token of this host; `notes` say what guests do without. `problem` says why guests cannot
/// use it.
public record HostMirror(
        String id,
        MirrorTool tool,
        MirrorKind kind,
        String concerns,
        String url,
        @Nullable String source,
        @Nullable String needs,
        boolean credential,
        List<String> notes,
        boolean chosen,
        @Nullable String problem) {
    public HostMirror {
        notes = List.copyOf(notes);
    }
}
