package dev.belljar.agent.mirror;

import dev.belljar.agent.mirror.FoundMirror.MirrorSlot;
import dev.belljar.contract.codec.TomlFault;
import dev.belljar.contract.view.network.MirrorKind;
import dev.belljar.contract.view.network.UnusableFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.stream.XMLStreamException;

/// Finds the mirrors that the configuration of this host names. It takes over none of them.
final class MirrorFinder {
    private static final int MOST = 200;
    private static final Set<String> PUBLIC = Set.of(
            "registry.npmjs.org",
            "pypi.org",
            "deb.debian.org",
            "security.debian.org",
            "index.crates.io",
            "repo.maven.apache.org",
            "repo1.maven.org");

    private final ConfigFiles files = new ConfigFiles();
    private final Map<String, FoundMirror> found = new LinkedHashMap<>();

    private MirrorFinder() {}

    /// The mirrors by id, and the files that cannot be used.
    record FoundMirrors(Map<String, FoundMirror> byId, List<UnusableFile> unusable) {}

    /// Reads all places.
    static FoundMirrors in(MirrorPlaces places) {
        MirrorFinder finder = new MirrorFinder();
        finder.add(NpmReader.read(finder.files.texts(places.npm())));
        finder.add(PipReader.read(finder.files.texts(places.pip())));
        finder.apt(places.apt());
        finder.cargo(places.cargo());
        finder.maven(places.maven());
        Map<String, FoundMirror> byId = new LinkedHashMap<>();
        finder.found.values().stream()
                .filter(each -> !PUBLIC.contains(each.url().host()))
                .forEach(each -> byId.put(each.id(), each));
        return new FoundMirrors(byId, finder.files.unusable());
    }

    /// Adds mirrors unless an earlier one is for the same.
    private void add(List<FoundMirror> mirrors) {
        for (FoundMirror each : mirrors) {
            MirrorSlot slot = each.slot();
            String key =
                    slot + (slot.kind() == MirrorKind.EXTRA_INDEX ? each.url().text() : "");
            if (found.size() < MOST) {
                found.putIfAbsent(key, each);
            }
        }
    }

    private void apt(Path folder) {
        List<Path> lists = new ArrayList<>(List.of(folder.resolve("sources.list")));
        lists.addAll(files.in(folder.resolve("sources.list.d"), ".list"));
        List<Path> configuration = new ArrayList<>(files.in(folder.resolve("apt.conf.d"), ""));
        configuration.add(folder.resolve("apt.conf"));
        add(AptReader.read(
                files.texts(lists),
                files.texts(files.in(folder.resolve("sources.list.d"), ".sources")),
                files.texts(configuration)));
    }

    private void cargo(Path home) {
        Map<String, String> configs = files.texts(List.of(home.resolve("config.toml"), home.resolve("config")));
        String credentials =
                files.texts(List.of(home.resolve("credentials.toml"), home.resolve("credentials"))).values().stream()
                        .findFirst()
                        .orElse("");
        configs.entrySet().stream().limit(1).forEach(each -> {
            try {
                add(CargoReader.read(each.getKey(), each.getValue(), credentials));
            } catch (TomlFault e) {
                // The parser's message may contain a part of a token.
                files.leaveOut(each.getKey(), "it, or the file with its credentials, is not valid TOML");
            }
        });
    }

    private void maven(List<Path> settings) {
        files.texts(settings).forEach((source, text) -> {
            try {
                add(MavenReader.read(source, text));
            } catch (XMLStreamException e) {
                // The parser's message may contain a part of a password.
                files.leaveOut(source, "it is not valid XML, is nested too deeply, or contains entities");
            }
        });
    }
}
