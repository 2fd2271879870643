package dev.belljar.app.recorded;

import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.Event.GapEvent;
import dev.belljar.contract.event.SandboxEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The events that the host agent recorded about `shop` itself.
final class RecordedLog {
    private RecordedLog() {}

    static List<Event> events() {
        return List.of(
                note("12:17:41", "note", "created", null, null, "for /home/mia/code/shop"),
                note("12:17:41", "state", null, "created", "starting", ""),
                note("12:17:42", "step", "machine", null, "met", "Emulated (slow, less isolated)"),
                note(
                        "12:17:42",
                        "console",
                        null,
                        null,
                        null,
                        "[    0.000000] Linux version 6.1.0-56-amd64 (debian-kernel@lists.debian.org)"),
                note(
                        "12:17:48",
                        "console",
                        null,
                        null,
                        null,
                        "[    6.412811] erofs: (device vda): mounted with root inode @ nid 36."),
                note("12:17:53", "console", null, null, null, "[   11.208127] systemd[1]: Hostname set to <shop>."),
                note("12:17:55", "step", "guest", null, "met", ""),
                note("12:17:58", "step", "project", null, "met", ""),
                note("12:18:00", "step", "identity", null, "met", ""),
                note("12:18:00", "state", null, "starting", "running", "ready in 18.6 s"),
                new GapEvent(
                        0, RecordedHost.at("12:58:03"), "begin", 0, "nothing was received from the guest for 10 s"),
                new GapEvent(0, RecordedHost.at("13:41:10"), "end", 0, "the guest agent responds again"),
                note("14:02:11", "snapshot", "s4", null, null, "before coupons, paused 104 ms"),
                new GapEvent(
                        0,
                        RecordedHost.at("14:11:02"),
                        "lost",
                        18,
                        "the guest agent could not send all events in time"),
                note("14:21:33", "snapshot", "s7", null, null, "tests green, paused 107 ms"),
                note(
                        "14:28:20",
                        "console",
                        null,
                        null,
                        null,
                        "[ 7812.004112] systemd[1]: Reloading requested from client PID 1166 ('systemctl')."));
    }

    private static Event note(
            String time, String op, @Nullable String name, @Nullable String from, @Nullable String to, String detail) {
        return new SandboxEvent(0, RecordedHost.at(time), op, name, from, to, null, detail).current();
    }
}
