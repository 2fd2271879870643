package dev.belljar.agent.guest.link;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestHeartbeat;
import dev.belljar.agent.guest.GuestHello;
import dev.belljar.agent.guest.frame.FieldTag;
import dev.belljar.agent.guest.frame.GuestText;
import dev.belljar.agent.guest.frame.PayloadFields;

/// Reads a guest's HELLO at the beginning of a session, and its heartbeats.
final class HelloReader {
    /// The version of the guest link protocol that this host agent speaks.
    static final int VERSION = 1;

    private static final int TEXT_MOST = 256;
    private static final long OBSERVES_PROCESSES = 1;
    private static final long OBSERVES_FILES = 2;
    private static final long OBSERVES_FLOWS = 4;

    private HelloReader() {}

    /// Reads the HELLO in these fields.
    ///
    /// @throws GuestException when a field is missing or has an impossible value
    static GuestHello hello(PayloadFields fields) throws GuestException {
        long observes = fields.integer(FieldTag.OBSERVES, 0);
        long first = fields.integer(FieldTag.FIRST_SEQ);
        long last = fields.integer(FieldTag.LAST_SEQ);
        if (first < 1 || last < first - 1) {
            throw GuestException.broken("HELLO frame with events " + first + " to " + last);
        }
        return new GuestHello(
                fields.integer(FieldTag.VERSION, VERSION, Integer.MAX_VALUE),
                text(fields, FieldTag.AGENT),
                GuestText.word(fields.bytes(FieldTag.BOOT_ID), "BOOT_ID"),
                text(fields, FieldTag.KERNEL),
                text(fields, FieldTag.HOSTNAME),
                first,
                last,
                (observes & OBSERVES_PROCESSES) != 0,
                (observes & OBSERVES_FILES) != 0,
                (observes & OBSERVES_FLOWS) != 0);
    }

    /// Reads the BEAT in these fields; a figure that is missing or negative becomes 0.
    ///
    /// @throws GuestException when a clock is missing
    static GuestHeartbeat beat(PayloadFields fields) throws GuestException {
        return new GuestHeartbeat(
                fields.integer(FieldTag.MONO_NS),
                fields.integer(FieldTag.REAL_NS),
                figure(fields, FieldTag.LOST),
                figure(fields, FieldTag.LOAD1000),
                figure(fields, FieldTag.MEM_TOTAL),
                figure(fields, FieldTag.MEM_AVAILABLE),
                figure(fields, FieldTag.CPU_BUSY_US),
                figure(fields, FieldTag.CPU_TOTAL_US),
                figure(fields, FieldTag.DISK_TOTAL),
                figure(fields, FieldTag.DISK_FREE),
                figure(fields, FieldTag.PROCS),
                Math.max(GuestHeartbeat.UNCOUNTED, fields.integer(FieldTag.LIMITED, GuestHeartbeat.UNCOUNTED)),
                figure(fields, FieldTag.REFUSED),
                figure(fields, FieldTag.OOM_KILLS));
    }

    private static String text(PayloadFields fields, FieldTag tag) {
        String text = fields.text(tag, TEXT_MOST);
        return text.length() > TEXT_MOST ? text.substring(0, TEXT_MOST) : text;
    }

    private static long figure(PayloadFields fields, FieldTag tag) {
        return Math.max(0, fields.integer(tag, 0));
    }
}
