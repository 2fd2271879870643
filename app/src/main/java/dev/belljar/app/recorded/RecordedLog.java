package dev.belljar.app.recorded;

import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.GapEvent;
import java.util.List;

/// The events that the host agent recorded about `shop` itself.
final class RecordedLog {
    private RecordedLog() {}

    static List<Event> events() {
        return List.of(
                RecordedEvents.note("12:17:41", "state", null, "created", "starting", "for /home/mia/code/shop"),
                RecordedEvents.note("12:17:42", "step", "machine", null, "met", "QEMU 7.2.22, locked down"),
                RecordedEvents.note(
                        "12:17:42",
                        "console",
                        null,
                        null,
                        null,
                        "[    0.000000] Linux version 6.1.0-56-amd64 (debian-kernel@lists.debian.org)"),
                RecordedEvents.note(
                        "12:17:48",
                        "console",
                        null,
                        null,
                        null,
                        "[    6.412811] erofs: (device vda): mounted with root inode @ nid 36."),
                RecordedEvents.note(
                        "12:17:53", "console", null, null, null, "[   11.208127] systemd[1]: Hostname set to <shop>."),
                RecordedEvents.note("12:17:55", "step", "guest", null, "met", ""),
                RecordedEvents.note("12:17:58", "step", "project", null, "met", "1,942 files, 6 of them not committed"),
                RecordedEvents.note("12:18:00", "step", "identity", null, "met", ""),
                RecordedEvents.note("12:18:00", "state", null, "starting", "running", "ready in 18.6 s"),
                RecordedEvents.note("12:58:03", "note", null, null, null, "The host went to sleep."),
                new GapEvent(0, RecordedHost.at("12:58:03"), "begin", 0, "no heartbeat from the guest"),
                new GapEvent(0, RecordedHost.at("13:41:10"), "end", 0, "heartbeats again after 43 min"),
                RecordedEvents.note(
                        "13:41:11", "note", null, null, null, "The clock in the machine was set, 43 min ahead."),
                RecordedEvents.note(
                        "14:02:30", "sync", null, null, null, "Fetched 2 commits; nothing was brought back yet."),
                new GapEvent(0, RecordedHost.at("14:11:02"), "lost", 18, "the guest's buffer was full"),
                RecordedEvents.note(
                        "14:28:20",
                        "console",
                        null,
                        null,
                        null,
                        "[ 7812.004112] systemd[1]: Reloading requested from client PID 1166 ('systemctl')."),
                RecordedEvents.note(
                        "14:32:05", "sync", null, null, null, "Fetched 3 commits and 2 files not committed."));
    }
}
