package dev.belljar.testing.property;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Generators of common values.
public final class Generators {
    /// The greatest length of arrays, lists and texts without another limit.
    public static final int LONGEST = 255;

    /// Characters that parsers, terminals and readers treat in a special way.
    private static final String SPECIAL =
            "\"'\\\n\r\t\0\u001b\u007f\u0085\u00a0\u200b\u202e\u2028\ufeff/:.,;=[]{}<>&|$`*?~#%@!+-_ ";

    private Generators() {}

    /// One of these values; the first is the simplest.
    @SafeVarargs
    public static <T extends @Nullable Object> Generator<T> of(T... values) {
        return choices -> values[(int) choices.upTo(values.length - 1L)];
    }

    /// A value of one of these generators.
    @SafeVarargs
    public static <T extends @Nullable Object> Generator<T> oneOf(Generator<? extends T>... generators) {
        return choices -> generators[(int) choices.upTo(generators.length - 1L)].next(choices);
    }

    public static Generator<Integer> integers(int min, int max) {
        return choices -> (int) choices.between(min, max);
    }

    public static Generator<Long> longs(long min, long max) {
        return choices -> choices.between(min, max);
    }

    public static Generator<Boolean> booleans() {
        return of(false, true);
    }

    public static Generator<byte[]> bytes(int min, int max) {
        return choices -> {
            List<Long> values = choices.list(min, max, c -> c.upTo(255));
            byte[] bytes = new byte[values.size()];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = values.get(i).byteValue();
            }
            return bytes;
        };
    }

    /// Text of these characters.
    public static Generator<String> text(String characters, int max) {
        return choices -> {
            StringBuilder text = new StringBuilder();
            choices.list(0, max, c -> characters.charAt((int) c.upTo(characters.length() - 1L)))
                    .forEach(text::append);
            return text.toString();
        };
    }

    /// Any text, including control characters and halves of surrogate pairs, but no private-use characters.
    public static Generator<String> strings(int min, int max) {
        return choices -> {
            StringBuilder text = new StringBuilder();
            choices.list(min, max, Generators::codePoint).forEach(text::appendCodePoint);
            text.setLength(Math.min(text.length(), max));
            return text.toString();
        };
    }

    private static int codePoint(Choices choices) {
        return switch ((int) choices.upTo(7)) {
            // From "a" on, so that simple text is readable.
            case 0, 1, 2 -> ' ' + (int) (('a' - ' ' + choices.upTo(94)) % 95);
            case 3 -> (int) choices.upTo(0x9f);
            case 4 -> SPECIAL.charAt((int) choices.upTo(SPECIAL.length() - 1L));
            case 5 -> 0x1f300 + (int) choices.upTo(0x2ff);
            default -> {
                int character = (int) choices.upTo(0xffff);
                boolean none = Character.getType(character) == Character.PRIVATE_USE
                        || (character & 0xfffe) == 0xfffe
                        || (character >= 0xfdd0 && character <= 0xfdef);
                yield none ? character & 0xff : character;
            }
        };
    }
}
