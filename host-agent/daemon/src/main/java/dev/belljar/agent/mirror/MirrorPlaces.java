package dev.belljar.agent.mirror;

import dev.belljar.contract.host.HomeFolder;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Where this host keeps the configuration of package managers. Of several files of one tool, the first has
/// precedence. `apt` is its folder, `cargo` that of cargo's home.
record MirrorPlaces(List<Path> npm, List<Path> pip, Path apt, Path cargo, List<Path> maven) {
    private static final Path APT = Path.of("/etc/apt");
    private static final Pattern APT_FOLDER = Pattern.compile("(?m)^\\s*Dir::Etc\\s+\"(/[^\"]+)\"\\s*;");

    /// The places that these environment variables and the tools' defaults name.
    static MirrorPlaces ofHost(Map<String, String> environment) {
        Path home = HomeFolder.of(environment);
        Path config = path(environment.get("XDG_CONFIG_HOME"), home.resolve(".config"));
        List<Path> pip = new ArrayList<>();
        Path named = path(environment.get("PIP_CONFIG_FILE"), Path.of("/dev/null"));
        if (!named.equals(Path.of("/dev/null"))) {
            pip.add(named);
        }
        pip.addAll(List.of(
                config.resolve("pip/pip.conf"),
                home.resolve(".pip/pip.conf"),
                Path.of("/etc/pip.conf"),
                Path.of("/etc/xdg/pip/pip.conf")));
        return new MirrorPlaces(
                List.of(
                        path(environment.get("NPM_CONFIG_USERCONFIG"), home.resolve(".npmrc")),
                        path(environment.get("NPM_CONFIG_GLOBALCONFIG"), Path.of("/etc/npmrc")),
                        Path.of("/usr/local/etc/npmrc"),
                        Path.of("/usr/etc/npmrc")),
                pip,
                apt(environment.get("APT_CONFIG")),
                path(environment.get("CARGO_HOME"), home.resolve(".cargo")),
                List.of(home.resolve(".m2/settings.xml"), Path.of("/etc/maven/settings.xml")));
    }

    /// The folder of apt's configuration, which the file that `APT_CONFIG` names can set.
    private static Path apt(@Nullable String file) {
        if (file == null) {
            return APT;
        }
        return new ConfigFiles()
                .texts(List.of(path(file, APT.resolve("apt.conf")))).values().stream()
                        .map(APT_FOLDER::matcher)
                        .filter(Matcher::find)
                        .map(found -> path(found.group(1), APT))
                        .filter(Files::isDirectory)
                        .findFirst()
                        .orElse(APT);
    }

    private static Path path(@Nullable String text, Path otherwise) {
        try {
            return text == null || !text.startsWith("/") ? otherwise : Path.of(text);
        } catch (InvalidPathException e) {
            return otherwise;
        }
    }
}
