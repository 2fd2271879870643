package dev.belljar.agent.jail.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.jail.syscall.FilterProgram;
import dev.belljar.agent.jail.syscall.SyscallFilterCompiler;
import dev.belljar.agent.jail.syscall.SyscallPolicyException;
import dev.belljar.contract.jail.JailMode;
import dev.belljar.contract.jail.SyscallAction;
import dev.belljar.contract.jail.SyscallPolicy;
import dev.belljar.contract.request.jail.PrepareJail;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Tests what jails consist of.
class JailPlanBuilderTest {
    private static final JailOwner ANNA = new JailOwner("/home/anna", 1000, 1000, Set.of("/home/anna"));
    private static final JailFolders FOLDERS =
            new JailFolders("/home/anna/.local/share/belljar/jails/overlays", "/run/user/1000/belljar/jails/k1.sock");
    private static final FewPaths HOST = new FewPaths(
            "/home/anna/shop/.git/hooks/",
            "/home/anna/shop/.git/config",
            "/home/anna/shop/src/",
            "/home/anna/.ssh/",
            "/home/anna/.aws -> /home/anna/dotfiles/aws",
            "/home/anna/dotfiles/aws/",
            "/home/anna/.mozilla/",
            "/home/anna/.bash_history -> /dev/null",
            "/home/anna/.local/share/belljar/",
            "/home/anna/.m2/repository/",
            "/home/anna/.m2/settings.xml",
            "/home/anna/.cargo/registry/",
            "/home/anna/notes/private/",
            "/home/anna/data/",
            "/home/anna/tools/file",
            "/usr/",
            "/etc/");

    @Test
    void aJailThatAsksIsAsReviewed() throws Exception {
        assertThat(listing(build(HOST, PathDecisions.NONE, request("/home/anna/shop"))))
                .isEqualTo(golden("dynamic.txt"));
    }

    @Test
    void aStaticJailWithAllOptionsIsAsReviewed() throws Exception {
        PrepareJail request = new PrepareJail(
                "/home/anna/shop",
                "/home/anna/shop/src",
                List.of("make", "-j2", "all targets"),
                List.of("PATH=/usr/bin", "HOME=/home/anna"),
                true,
                JailMode.STATIC,
                true,
                List.of("/home/anna/data"),
                List.of("/home/anna/.m2"),
                List.of("/home/anna/notes/private"));
        PathDecisions decisions =
                PathDecisions.of(List.of("/home/anna/.mozilla"), List.of("/home/anna/dotfiles/aws", "/missing"));
        assertThat(listing(build(HOST, decisions, request))).isEqualTo(golden("static.txt"));
    }

    @Test
    void theBinaryFormIsAsReviewed() throws Exception {
        byte[] plan = PlanEncoder.encode(
                build(new FewPaths("/home/anna/shop/"), PathDecisions.NONE, request("/home/anna/shop")));
        String lines = HexFormat.of().formatHex(plan).replaceAll("(.{64})", "$1\n") + "\n";
        assertThat(lines).isEqualTo(golden("dynamic.hex"));
    }

    @Test
    void secretsOfTheAccountAreHiddenToo() throws Exception {
        JailOwner moved = new JailOwner("/srv/anna", 1000, 1000, Set.of("/srv/anna", "/home/anna"));
        FewPaths host = new FewPaths("/srv/anna/shop/", "/srv/anna/.ssh/", "/home/anna/.ssh/");
        JailPlan plan = new JailPlanBuilder(host, moved, FOLDERS, PathDecisions.NONE)
                .build("k1", request("/srv/anna/shop"), filter());
        assertThat(listing(plan)).contains("/srv/anna/.ssh").contains("/home/anna/.ssh");
    }

    @Test
    void pathsThatCannotBeUsedAreRefused() {
        refused("/home/anna", "change all of the home folder");
        refused("/home", "change all of the home folder");
        refused("/", "change all of the home folder");
        refused("/home/anna/missing", "there is no such file");
        refused("/home/anna/.ssh", "is hidden from jails");
        refused("/home/anna/shop/../.ssh", "without ..");
        refused("shop", "expected an absolute path");
        refused("/home/anna/sh\u001b[2Jop", "control characters");
        refused("/run/user/1000", "has its own files there", "/run/user/1000/");
        refused("/tmp", "has its own files there", "/tmp/");
    }

    @Test
    void whatIsHiddenCannotBeWrittenOrOverlaid() {
        refusedWith(List.of("/home/anna/.ssh"), List.of(), List.of(), "is hidden from jails");
        refusedWith(List.of(), List.of("/home/anna/.aws"), List.of(), "is hidden from jails");
        refusedWith(List.of("/home/anna/data"), List.of(), List.of("/home/anna/data"), "is hidden from jails");
        refusedWith(List.of("/home/anna/data"), List.of("/home/anna/data"), List.of(), "as an overlay");
        refusedWith(List.of(), List.of("/home/anna/tools/file"), List.of(), "is a file");
        refusedWith(List.of(), List.of(), List.of("/home/anna"), "is hidden from jails");
    }

    @Test
    void aFolderAroundTheBlacklistIsNeverShown() throws Exception {
        FewPaths host = new FewPaths("/home/anna/shop/", "/home/anna/.ssh/keys/");
        PrepareJail request = changed(List.of(), List.of(), List.of("/home/anna/.ssh/keys"));
        JailPlan plan = build(host, PathDecisions.NONE, request);
        assertThat(plan.mounts())
                .filteredOn(mount -> mount.kind() == MountKind.MASK)
                .containsExactly(PlanMount.mask("/home/anna/.ssh", false));
    }

    static PrepareJail request(String project) {
        return new PrepareJail(
                project,
                project,
                List.of("npm", "test"),
                List.of("PATH=/usr/bin"),
                false,
                null,
                false,
                List.of(),
                List.of(),
                List.of());
    }

    static JailPlan build(FewPaths host, PathDecisions decisions, PrepareJail request) throws Exception {
        return new JailPlanBuilder(host, ANNA, FOLDERS, decisions).build("k1", request, filter());
    }

    private static FilterProgram filter() throws SyscallPolicyException {
        return SyscallFilterCompiler.compile(new SyscallPolicy(List.of(), SyscallAction.ALLOW));
    }

    private static PrepareJail changed(List<String> writable, List<String> overlays, List<String> blacklist) {
        String project = "/home/anna/shop";
        return new PrepareJail(
                project, project, List.of("ls"), List.of(), false, null, false, writable, overlays, blacklist);
    }

    private static void refusedWith(List<String> writable, List<String> overlays, List<String> blacklist, String why) {
        assertThatThrownBy(() -> build(HOST, PathDecisions.NONE, changed(writable, overlays, blacklist)))
                .isInstanceOf(JailException.class)
                .hasMessageContaining(why);
    }

    private static void refused(String project, String why, String... files) {
        assertThatThrownBy(() ->
                        build(files.length == 0 ? HOST : new FewPaths(files), PathDecisions.NONE, request(project)))
                .isInstanceOf(JailException.class)
                .hasMessageContaining(why);
    }

    private static String listing(JailPlan plan) {
        return plan.identity() + "\n"
                + plan.mounts().stream().map(JailPlanBuilderTest::line).collect(Collectors.joining())
                + plan.command() + "\n"
                + plan.limits() + "\n"
                + plan.control() + "\n";
    }

    private static String line(PlanMount mount) {
        return "%s %s %s %d%n"
                .formatted(
                        mount.kind(),
                        mount.attributes().stream().sorted().toList(),
                        String.join(" ", mount.paths()),
                        mount.size());
    }

    private static String golden(String name) throws IOException {
        try (InputStream in = JailPlanBuilderTest.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
