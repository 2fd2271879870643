package offenders.client.demo;

/// Ends the program where it likes, and keeps what belongs to nobody.
public final class Leaves {
    static int count;

    private Leaves() {}

    static void leave() {
        System.exit(count);
    }
}
