package dev.belljar.agent.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.SandboxDependencies;
import dev.belljar.agent.journal.JournalCursor;
import dev.belljar.agent.sandbox.SandboxFixture;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.sandbox.Acceleration;
import dev.belljar.contract.view.host.DoctorCheck;
import dev.belljar.contract.view.host.DoctorRemedy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that a screen that requests the checks every second does not start programs every second.
public class HostDoctorTest {
    @TempDir
    private Path temp;

    @Test
    void programsAreAskedAgainAfterHalfAMinute() throws Exception {
        try (SandboxFixture host = new SandboxFixture(temp)) {
            AtomicLong clock = new AtomicLong();
            List<String> asked = new ArrayList<>();
            HostDoctor doctor = doctor(host, clock::get, program -> {
                asked.add(program);
                return program + " 1.0";
            });
            HostFigures figures = HostFigures.now(temp);
            doctor.checks(figures);
            assertThat(asked).containsExactly("qemu-system-x86_64", "qemu-img", "git");
            clock.addAndGet(TimeUnit.SECONDS.toNanos(29));
            assertThat(doctor.checks(figures)).anyMatch(check -> check.detail().contains("git 1.0"));
            assertThat(asked).hasSize(3);
            clock.addAndGet(TimeUnit.SECONDS.toNanos(2));
            doctor.checks(figures);
            assertThat(asked).hasSize(6);
        }
    }

    @Test
    void anOutdatedGitGivesAWarning() throws Exception {
        try (SandboxFixture host = new SandboxFixture(temp)) {
            assertThat(gitSaying(host, "git version 2.38.9")).satisfies(check -> {
                assertThat(check.level()).isEqualTo("warn");
                assertThat(check.detail()).contains("2.38.9 is too old; Belljar needs 2.39 or newer, as in Debian 12");
            });
            assertThat(gitSaying(host, "git version 2.39.5 (Debian)").level()).isEqualTo("ok");
            assertThat(gitSaying(host, "git version 3.0.0").level()).isEqualTo("ok");
        }
    }

    private static DoctorCheck gitSaying(SandboxFixture host, String version) throws Exception {
        HostDoctor doctor = doctor(host, () -> 0L, program -> program.equals("git") ? version : "");
        return doctor.checks(HostFigures.now(Path.of("/"))).stream()
                .filter(check -> check.name().equals("git"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void anAuditThatLostLinesIsReported() throws Exception {
        try (SandboxFixture host = new SandboxFixture(temp)) {
            assertThat(audit(host).level()).isEqualTo("ok");
            host.dependencies().egress().audit().record("policy", "", "", "", "one");
            host.dependencies().egress().audit().record("policy", "", "", "", "two");
        }
        Files.delete(temp.resolve("data/audit-head.json"));
        try (SandboxFixture host = new SandboxFixture(temp)) {
            assertThat(audit(host)).satisfies(check -> {
                assertThat(check.level()).isEqualTo("fail");
                assertThat(check.detail()).contains("the file that records the last line of the audit log was missing");
                assertThat(check.fix()).isEqualTo("belljar audit verify");
            });
        }
    }

    @Test
    void acceptedEmulationNeedsNoRepair() throws Exception {
        try (SandboxFixture host = new SandboxFixture(temp)) {
            HostDoctor doctor = doctor(host, () -> 0L, program -> "");
            Files.delete(temp.resolve("data/emulation-accepted"));
            Acceleration emulated = new Acceleration(
                    Acceleration.Kind.NO_KVM, "Emulated", "There is no /dev/kvm.", "", null, false, 0, "", 0);
            assertThat(doctor.acceleration(emulated).fix()).isEqualTo("belljar doctor --accept-emulation");
            assertThat(doctor.acceleration(emulated).remedy()).isEqualTo(DoctorRemedy.ACCEPT_EMULATION);
            host.dependencies().platform().emulation().give();
            assertThat(doctor.acceleration(emulated).fix()).isNull();
            assertThat(doctor.acceleration(emulated).remedy()).isNull();
        }
    }

    private static DoctorCheck audit(SandboxFixture host) throws Exception {
        HostDoctor doctor = doctor(host, () -> 0L, program -> "");
        return doctor.checks(HostFigures.now(Path.of("/"))).stream()
                .filter(check -> check.name().equals("Audit log"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void showingThePlanIsNoEvent() throws Exception {
        try (SandboxFixture host = new SandboxFixture(temp)) {
            String id = host.running();
            long before = host.api().queries().journal(id).lastSeq();
            host.api().queries().plan(id);
            host.api().queries().plan(id);
            // A sync that changes its state, because the work is known now, is one.
            Set<EventType> others = EnumSet.complementOf(EnumSet.of(EventType.SYNC));
            try (JournalCursor events = host.api().queries().journal(id).cursor(before, others)) {
                assertThat(events.next(100, Duration.ZERO)).isEmpty();
            }
        }
    }

    private static HostDoctor doctor(SandboxFixture host, LongSupplier nanos, HostDoctor.Asking asking) {
        SandboxDependencies parts = host.dependencies();
        return new HostDoctor(
                parts.platform(),
                parts.egress(),
                parts.tools().web(),
                parts.tools().zellij(),
                parts.quotas(),
                nanos,
                asking);
    }
}
