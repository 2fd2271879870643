package dev.belljar.agent.sync.text;

/// A text and the positions at which its lines begin, followed by that of its end.
record SplitText(byte[] bytes, int[] starts) {
    static SplitText of(byte[] bytes) {
        int lines = 0;
        for (int i = 0; i < bytes.length; i++) {
            lines += bytes[i] == '\n' || i == bytes.length - 1 ? 1 : 0;
        }
        int[] starts = new int[lines + 1];
        int line = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n' || i == bytes.length - 1) {
                starts[++line] = i + 1;
            }
        }
        return new SplitText(bytes, starts);
    }

    int lines() {
        return starts.length - 1;
    }

    /// The position of the first byte of a line, or of the end.
    int start(int line) {
        return starts[line];
    }
}
