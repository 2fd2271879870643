package dev.belljar.agent.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.view.network.MirrorKind;
import dev.belljar.contract.view.network.MirrorTool;
import dev.belljar.contract.view.network.UnusableFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests which mirrors are found in the configuration of package managers, and what cannot be used.
class MirrorFinderTest {
    @TempDir
    private Path folder;

    private MirrorPlaces places;

    @BeforeEach
    void start() {
        places = new MirrorPlaces(
                List.of(folder.resolve("user.npmrc"), folder.resolve("npmrc")),
                List.of(folder.resolve("user.pip.conf"), folder.resolve("pip.conf")),
                folder.resolve("apt"),
                folder.resolve("cargo"),
                List.of(folder.resolve("settings.xml")));
    }

    private void write(String name, String text) throws Exception {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private List<FoundMirror> found() {
        return List.copyOf(MirrorFinder.in(places).byId().values());
    }

    private FoundMirror only() {
        assertThat(found()).hasSize(1);
        return found().getFirst();
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String basic(@Nullable MirrorCredential credential) {
        if (credential == null) {
            return "none";
        }
        return credential.shape().token()
                ? "token " + credential.value()
                : credential.shape().user("<" + credential.value() + ">")
                        + ":"
                        + credential.shape().password("<" + credential.value() + ">");
    }

    @Test
    void npmRegistriesHaveTheCredentialsOfTheirPlaces() throws Exception {
        write("user.npmrc", """
                \ufeff; comment
                registry = "https://npm.corp.example/repo/npm/"\r
                //npm.corp.example/repo/:_authToken=real-token\r
                @shop:registry=https://shop.example:8443/
                //shop.example:8443/:username=me
                //shop.example:8443/:_password=%s
                @old:registry=https://old.example
                //old.example/:_auth=%s
                [section]
                @ignored:registry=https://ignored.example/
                """.formatted(base64("pass word"), base64("me:pass")));
        write("npmrc", "registry=https://other.example/\n@more:registry=https://registry.npmjs.org/\n");
        assertThat(found())
                .extracting(each -> each.slot().concerns() + " " + each.url().text() + " " + basic(each.credential()))
                .containsExactly(
                        " https://npm.corp.example/repo/npm/ token real-token",
                        "@shop https://shop.example:8443/ me:<pass word>",
                        "@old https://old.example me:<pass>");
        assertThat(found().getFirst().credential()).hasToString("credential");
        assertThat(found().toString()).doesNotContain("real-token", "pass");
    }

    @Test
    void whatANpmrcCannotPassOnIsNamed() throws Exception {
        write("npmrc", """
                registry=https://npm.corp.example/
                //npm.corp.example/:_authToken=${NPM_TOKEN}
                @a:registry=https://${HOST}/
                @b:registry=file:///srv/npm
                @c:registry=http://plain.example/
                //plain.example/:_authToken=real
                @d:registry=https://10.1.2.3/
                //10.1.2.3/:_authToken=real
                @e:registry=http://localhost:4873/
                @f:registry=https://me:pa@ss@bad host/
                @g;x:registry=https://g.example/
                @h:registry=https://h.example/?token=secret
                https-proxy=http://me:secret@proxy.example:3128/
                proxy=null
                """);
        List<FoundMirror> found = found();
        assertThat(found).extracting(FoundMirror::credential).containsOnlyNulls();
        assertThat(found.get(0).notes())
                .containsExactly("its password or token is an environment variable, which" + " Belljar does not read");
        assertThat(found.get(1).problem()).contains("contains an environment variable");
        assertThat(found.get(2).problem()).contains("a folder on this computer");
        assertThat(found.get(3).notes())
                .containsExactly("its password or token is left out: it would be sent without TLS");
        assertThat(found.get(4).notes().getFirst()).contains("has no name, only an address");
        assertThat(found.get(5).url().forGuests()).isEqualTo("http://host.belljar.internal:4873/");
        assertThat(found.get(5).notes().getFirst()).contains("on this computer only", "host.belljar.internal");
        assertThat(found.get(6).url().text()).isEqualTo("https://bad host/");
        assertThat(found.get(6).problem()).startsWith("expected an address");
        assertThat(found.get(7).problem()).contains("characters");
        assertThat(found.get(8).url().text()).isEqualTo("https://h.example/?…");
        assertThat(found.get(9).problem()).startsWith("guests cannot use a proxy");
        assertThat(found.get(9).url().text()).isEqualTo("http://proxy.example:3128/");
        assertThat(found).hasSize(10);
    }

    @Test
    void pipIndexesCanHaveSeveralLinesAndUserNamesThatAreTokens() throws Exception {
        write("user.pip.conf", """
                [global]
                index_url = https://me:p%40ss@pip.corp.example/simple
                # comment
                extra-index-url:
                    https://token@one.example/simple
                    https://two.example/simple
                timeout = 5
                [list]
                index-url = https://ignored.example/simple
                """);
        write("pip.conf", "[global]\nindex-url=https://later.example/simple\nproxy=127.0.0.1:3128\n");
        assertThat(found())
                .extracting(each -> each.slot().kind() + " " + each.url().text() + " " + basic(each.credential()))
                .containsExactly(
                        "INDEX https://pip.corp.example/simple me:<p@ss>",
                        "EXTRA_INDEX https://one.example/simple <token>:",
                        "EXTRA_INDEX https://two.example/simple none",
                        "PROXY 127.0.0.1:3128 none");
    }

    @Test
    void aptMirrorsOfDebianAreFoundInBothKindsOfLists() throws Exception {
        write("apt/sources.list", """
                # deb https://off.example/debian bookworm main
                deb [arch=amd64 signed-by=/k] https://me:pass@apt.corp.example/debian bookworm main contrib
                deb http://apt.corp.example/debian bookworm-updates main
                deb https://packages.example/linux/debian bookworm stable
                deb cdrom:[x]/ bookworm main
                """);
        write("apt/sources.list.d/security.sources", """
                Types: deb deb-src
                URIs: http://deb.debian.org/debian
                 http://sec.corp.example/debian-security
                Suites: trixie-security
                Components: main

                Enabled: no
                Types: deb
                URIs: http://off.example/debian
                Suites: trixie
                Components: main
                """);
        write(
                "apt/apt.conf.d/proxy",
                "Acquire::http::Proxy \"http://localhost:3142\";\nAcquire::https::Proxy \"DIRECT\";\n");
        assertThat(found())
                .extracting(each -> each.slot().concerns() + " " + each.url().text() + " " + basic(each.credential()))
                .containsExactly(
                        "packages https://apt.corp.example/debian me:<pass>", "http http://localhost:3142 none");
        assertThat(found().getLast().problem()).startsWith("guests cannot use a proxy");
        assertThat(found().getLast().notes().getFirst()).contains("host.belljar.internal");
        write(
                "apt/sources.list.d/security.sources",
                "Types: deb\nURIs: http://sec.example/debian-security\nSuites:"
                        + " trixie-security\nComponents: main\n");
        write("apt/sources.list", "deb http://apt.corp.example/ubuntu noble main universe\n");
        assertThat(found())
                .anySatisfy(each -> assertThat(each.problem()).contains("another distribution (suite noble)"));
        assertThat(found())
                .anySatisfy(each -> assertThat(each.slot().concerns()).isEqualTo("security updates"));
    }

    @Test
    void cargoRegistriesHaveTheirTokens() throws Exception {
        write("cargo/config.toml", """
                [source.crates-io]
                replace-with = "corp"
                [source.corp]
                replace-with = "mirror"
                [registries.mirror]
                index = "sparse+https://cargo.corp.example/index/"
                [registries.git]
                index = "https://git.example/index.git"
                [http]
                proxy = "me:secret@proxy.example:8080"
                """);
        write("cargo/credentials.toml", "[registries.mirror]\ntoken = \"Bearer real\"\n");
        List<FoundMirror> found = found();
        assertThat(found)
                .extracting(each -> each.slot().kind() + each.slot().concerns() + " " + basic(each.credential()))
                .containsExactly(
                        "MIRRORcrates.io token Bearer real",
                        "REGISTRYmirror token Bearer real",
                        "REGISTRYgit none",
                        "PROXY none");
        assertThat(found.get(2).problem()).contains("index in git");
        assertThat(found.get(3).url().text()).isEqualTo("proxy.example:8080");
        write("cargo/config.toml", "[source.crates-io]\nreplace-with = \"crates-io\"\n");
        assertThat(found()).isEmpty();
        write("cargo/config.toml", "[registries\ntoken = \"real\"");
        assertThat(MirrorFinder.in(places).unusable()).singleElement().satisfies(each -> {
            assertThat(each.problem()).contains("not valid TOML").doesNotContain("real");
        });
    }

    @Test
    void mavenMirrorsHaveTheLoginsOfTheirServers() throws Exception {
        write("settings.xml", """
                <?xml version="1.0"?><settings xmlns="http://maven.apache.org/SETTINGS/1.0.0">
                <servers><server><id>corp</id><username>me</username><password>real &amp; true</password></server>
                <server><id>locked</id><username>me</username><password>{COQLCE6DU6GtcS5P=}</password></server></servers>
                <mirrors><mirror><id>corp</id><mirrorOf>*,!local</mirrorOf><url>https://maven.example/all</url></mirror>
                <mirror><id>locked</id><mirrorOf>central</mirrorOf><url>https://locked.example/</url></mirror>
                <mirror><id>none</id><url>https://none.example/</url></mirror>
                <mirror><id>plain</id><mirrorOf>external:http:*</mirrorOf><url>http://0.0.0.0/</url><blocked>true</blocked>
                </mirror></mirrors>
                <proxies><proxy><active>true</active><host>proxy.example</host><port>3128</port></proxy></proxies>
                </settings>
                """);
        List<FoundMirror> found = found();
        assertThat(found)
                .extracting(each -> each.slot().concerns() + " " + basic(each.credential()))
                .containsExactly("*,!local me:<real & true>", "central none", " none", "http none");
        assertThat(found.get(1).notes().getFirst()).contains("encrypted");
        assertThat(found.get(2).problem()).contains("mirrorOf");
        assertThat(found.get(3).problem()).startsWith("guests cannot use a proxy");
    }

    @Test
    void hostileAndDamagedFilesAreLeftOut() throws Exception {
        Files.writeString(folder.resolve("secret"), "real-secret");
        write(
                "settings.xml",
                "<!DOCTYPE s [<!ENTITY x SYSTEM \"file://" + folder.resolve("secret") + "\">]><settings>"
                        + "<mirrors><mirror><mirrorOf>&x;</mirrorOf><url>https://a.example/</url></mirror></mirrors></settings>");
        write("user.npmrc", "x".repeat(ConfigFiles.MOST_BYTES + 1));
        Files.write(folder.resolve("npmrc"), new byte[] {(byte) 0xff, (byte) 0xfe});
        Files.createDirectory(folder.resolve("user.pip.conf"));
        assertThat(new ProcessBuilder("mkfifo", folder.resolve("pip.conf").toString())
                        .start()
                        .waitFor())
                .isZero();
        assertThat(found()).isEmpty();
        assertThat(MirrorFinder.in(places).unusable())
                .extracting(UnusableFile::problem)
                .containsExactly(
                        "it is larger than 1 MiB",
                        "not valid UTF-8",
                        "it is not a regular file",
                        "it is not a regular file",
                        "it is not valid XML, is nested too deeply, or contains entities");
        write("settings.xml", "<a>".repeat(100_000));
        assertThat(MirrorFinder.in(places).unusable()).hasSize(5);
    }

    @Test
    void manyEntriesAreCutOff() throws Exception {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 1_000; i++) {
            text.append("@s%d:registry=https://s%d.example/\n".formatted(i, i));
        }
        write("npmrc", text.toString());
        assertThat(found()).hasSize(200);
    }

    @Test
    void environmentVariablesNameThePlaces() throws Exception {
        write("apt.conf", "Dir::Etc \"%s\";\n".formatted(Files.createDirectories(folder.resolve("etc"))));
        MirrorPlaces named = MirrorPlaces.ofHost(Map.of(
                "HOME", folder.toString(),
                "NPM_CONFIG_USERCONFIG", folder.resolve("my.npmrc").toString(),
                "PIP_CONFIG_FILE", "/dev/null",
                "CARGO_HOME", "relative",
                "APT_CONFIG", folder.resolve("apt.conf").toString()));
        assertThat(named.npm().getFirst()).isEqualTo(folder.resolve("my.npmrc"));
        assertThat(named.pip().getFirst()).isEqualTo(folder.resolve(".config/pip/pip.conf"));
        assertThat(named.cargo()).isEqualTo(folder.resolve(".cargo"));
        assertThat(named.apt()).isEqualTo(folder.resolve("etc"));
    }

    @Test
    void anIdDependsOnTheAddressAndOnWhatItIsFor() throws Exception {
        write("npmrc", "registry=https://npm.corp.example/\n");
        String id = only().id();
        assertThat(id).matches("[0-9a-f]{8}");
        assertThat(FoundMirror.id(only().slot(), "https://npm.corp.example/x")).isNotEqualTo(id);
        assertThat(FoundMirror.id(
                        new FoundMirror.MirrorSlot(MirrorTool.NPM, MirrorKind.REGISTRY, "@a"),
                        "https://npm.corp.example/"))
                .isNotEqualTo(id);
    }
}
