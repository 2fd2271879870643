package dev.belljar.agent.mirror;

import dev.belljar.agent.mirror.FoundMirror.MirrorSlot;
import dev.belljar.contract.codec.TomlFault;
import dev.belljar.contract.codec.TomlTable;
import dev.belljar.contract.view.network.MirrorKind;
import dev.belljar.contract.view.network.MirrorTool;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads the registries in cargo's configuration, with the tokens in its file of credentials.
final class CargoReader {
    /// What a mirror of the public registry is for.
    static final String CRATES = "crates.io";

    private static final int MOST_STEPS = 10;
    private static final String SPARSE = "sparse+";
    private static final String INDEX = "index";

    private final String source;
    private final TomlTable config;
    private final Map<String, String> tokens = new LinkedHashMap<>();

    private CargoReader(String source, TomlTable config) {
        this.source = source;
        this.config = config;
    }

    /// The registries in this configuration; `credentials` may be empty.
    ///
    /// @throws TomlFault when one of the texts is not valid
    static List<FoundMirror> read(String source, String config, String credentials) throws TomlFault {
        CargoReader reader = new CargoReader(source, TomlTable.read(config));
        reader.tokens(reader.config);
        reader.tokens(TomlTable.read(credentials));
        return reader.mirrors();
    }

    private void tokens(TomlTable table) {
        TomlTable registries = table(table, "registries");
        for (String name : names(registries)) {
            String token = text(table(registries, name), "token");
            if (token != null) {
                tokens.put(name, token);
            }
        }
    }

    private List<FoundMirror> mirrors() {
        List<FoundMirror> found = new ArrayList<>();
        TomlTable registries = table(config, "registries");
        String replacement = replacement(registries);
        if (replacement != null) {
            found.add(mirror(
                    new MirrorSlot(MirrorTool.CARGO, MirrorKind.MIRROR, CRATES), replacement, token(replacement)));
        }
        for (String name : names(registries)) {
            String index = text(table(registries, name), INDEX);
            if (index != null) {
                MirrorSlot slot = new MirrorSlot(MirrorTool.CARGO, MirrorKind.REGISTRY, name);
                found.add(mirror(slot, index, tokens.get(name)));
            }
        }
        String proxy = text(table(config, "http"), "proxy");
        if (proxy != null && !proxy.isEmpty()) {
            MirrorSlot slot = new MirrorSlot(MirrorTool.CARGO, MirrorKind.PROXY, "");
            found.add(FoundMirror.of(slot, proxy, source, null));
        }
        return found;
    }

    private FoundMirror mirror(MirrorSlot slot, String address, @Nullable String token) {
        boolean sparse = address.startsWith(SPARSE);
        FoundMirror mirror = FoundMirror.of(
                slot,
                sparse ? address.substring(SPARSE.length()) : address,
                source,
                token == null ? null : MirrorCredential.token(null, token));
        return sparse || mirror.problem() != null
                ? mirror
                : mirror.unusable(
                        "it is an index in git: expected an address such as sparse+https://example.org/index/");
    }

    /// The address that replaces the public registry, through any number of names; null if none does.
    private @Nullable String replacement(@Nullable TomlTable registries) {
        TomlTable sources = table(config, "source");
        String name = text(table(sources, "crates-io"), "replace-with");
        for (int i = 0; i < MOST_STEPS && name != null; i++) {
            TomlTable next = table(sources, name);
            if (next == null) {
                return text(table(registries, name), INDEX);
            }
            String more = text(next, "replace-with");
            if (more == null) {
                String registry = text(next, "registry");
                String folder = text(next, "directory");
                return registry != null ? registry : folder == null ? text(next, "local-registry") : folder;
            }
            name = more;
        }
        return null;
    }

    /// The token of the registry with this index.
    private @Nullable String token(String index) {
        TomlTable registries = table(config, "registries");
        return names(registries).stream()
                .filter(name -> index.equals(text(table(registries, name), INDEX)) && tokens.containsKey(name))
                .map(tokens::get)
                .findFirst()
                .orElse(null);
    }

    private static List<String> names(@Nullable TomlTable table) {
        return table == null ? List.of() : table.keys();
    }

    private static @Nullable TomlTable table(@Nullable TomlTable in, String key) {
        return in != null && in.value(key) instanceof TomlTable table ? table : null;
    }

    private static @Nullable String text(@Nullable TomlTable in, String key) {
        return in != null && in.value(key) instanceof String text ? text : null;
    }
}
