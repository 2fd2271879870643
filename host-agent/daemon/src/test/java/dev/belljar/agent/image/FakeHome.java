package dev.belljar.agent.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/// An installation whose `build-image` is a fast script of the test.
final class FakeHome {
    static final String KEY = "0123456789abcdef0123456789abcdef";

    /// A shell script that builds a small complete bundle for the key into `$1`, and adds a line to `builds`.
    static final String WHOLE = """
            echo built >>"$here/builds"
            echo 'progress 10 Asking the mirror'
            mkdir -p "$1.partial-$$"
            cd "$1.partial-$$"
            entry() {
                printf %s "$2" >"$1"
                printf '{"name":"%s","size":%d,"sha256":"%s"}' "$1" "${#2}" "$(sha256sum <"$1" | cut -d ' ' -f 1)"
            }
            kernel=$(entry vmlinux kernel) initrd=$(entry initrd first) probe=$(entry probe.initrd small) base=$(entry base.erofs disk)
            printf '{"schema":1,"format":"belljar-guest-bundle","digest":"%s","kernelRelease":"6.1.0","kernelParams":["panic=-1"],"kernel":%s,"initrd":%s,"probeInitrd":%s,"base":%s,"packages":[]}' \\
                "$("$0" --key)" "$kernel" "$initrd" "$probe" "$base" >manifest.json
            echo 'progress 100 Ready'
            mv -T "$1.partial-$$" "$1"
            """;

    private final Path folder;

    FakeHome(Path home) throws IOException {
        folder = Files.createDirectories(home.resolve("microvm-nix/debian"));
        key(KEY);
        does(WHOLE);
        Path script = folder.resolve("build-image");
        Files.writeString(script, """
                #!/bin/bash
                set -eu
                here=$(cd "$(dirname "$0")" && pwd)
                if [ "$1" = --key ]; then
                    if [ -z "${BELLJAR_REFRESH:-}" ]; then cat "$here/key"
                    else printf %s "$BELLJAR_REFRESH" | sha256sum | cut -c 1-32; fi
                    exit
                fi
                if [ "$1" = --updates ]; then cat "$here/updates" && exit; exit 1; fi
                . "$here/behaviour"
                """);
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /// Sets the script of a build; `$1` is the bundle's folder, `$here` the script's folder.
    void does(String shell) throws IOException {
        Files.writeString(folder.resolve("behaviour"), shell);
    }

    /// Sets the key.
    void key(String key) throws IOException {
        Files.writeString(folder.resolve("key"), key + "\n");
    }

    /// A file in the folder of the fake script.
    Path left(String name) {
        return folder.resolve(name);
    }

    /// The number of complete bundles that were built.
    int builds() throws IOException {
        return Files.exists(left("builds")) ? Files.readAllLines(left("builds")).size() : 0;
    }

    BuildScript script() {
        return new BuildScript(folder);
    }
}
