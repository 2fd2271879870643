package dev.belljar.agent.guest;

/// Reads what a guest says of itself: once when a conversation begins, and with every heartbeat.
final class Greetings {
    /// The version of the guest link that this host speaks.
    static final int VERSION = 1;

    private static final int TEXT_MOST = 256;
    private static final long OBSERVES_PROCESSES = 1;
    private static final long OBSERVES_FILES = 2;
    private static final long OBSERVES_FLOWS = 4;

    private Greetings() {}

    /// The HELLO in these fields.
    ///
    /// @throws GuestException when something is missing or cannot be
    static GuestHello hello(Fields fields) throws GuestException {
        long observes = fields.integer(Tag.OBSERVES, 0);
        long first = fields.integer(Tag.FIRST_SEQ);
        long last = fields.integer(Tag.LAST_SEQ);
        if (first < 1 || last < first - 1) {
            throw GuestException.broken("HELLO with events " + first + " to " + last);
        }
        return new GuestHello(
                fields.integer(Tag.VERSION, VERSION, Integer.MAX_VALUE),
                text(fields, Tag.AGENT),
                GuestText.word(fields.octets(Tag.BOOT_ID), "BOOT_ID"),
                text(fields, Tag.KERNEL),
                text(fields, Tag.HOSTNAME),
                first,
                last,
                (observes & OBSERVES_PROCESSES) != 0,
                (observes & OBSERVES_FILES) != 0,
                (observes & OBSERVES_FLOWS) != 0);
    }

    /// The BEAT in these fields; a figure that is missing or below nothing is 0.
    ///
    /// @throws GuestException when a clock is missing
    static GuestBeat beat(Fields fields) throws GuestException {
        return new GuestBeat(
                fields.integer(Tag.MONO_NS),
                fields.integer(Tag.REAL_NS),
                figure(fields, Tag.LOST),
                figure(fields, Tag.LOAD1000),
                figure(fields, Tag.MEM_TOTAL),
                figure(fields, Tag.MEM_AVAILABLE),
                figure(fields, Tag.CPU_BUSY_US),
                figure(fields, Tag.CPU_TOTAL_US),
                figure(fields, Tag.DISK_TOTAL),
                figure(fields, Tag.DISK_FREE),
                figure(fields, Tag.PROCS));
    }

    private static String text(Fields fields, Tag tag) {
        String text = fields.text(tag, TEXT_MOST);
        return text.length() > TEXT_MOST ? text.substring(0, TEXT_MOST) : text;
    }

    private static long figure(Fields fields, Tag tag) {
        return Math.max(0, fields.integer(tag, 0));
    }
}
