package dev.belljar.agent.jail.syscall;

import dev.belljar.contract.text.SimilarWords;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The system calls of x86-64, and the constants that policies may name.
public final class SyscallTable {
    /// The table of this build.
    public static final SyscallTable X86_64 = new SyscallTable(read("syscalls.txt"), read("constants.txt"));

    private final Map<String, Long> numbers;
    private final Map<Integer, String> names = new HashMap<>();
    private final Map<String, Long> constants;

    private SyscallTable(Map<String, Long> numbers, Map<String, Long> constants) {
        this.numbers = numbers;
        this.constants = constants;
        numbers.forEach((name, number) -> names.put(number.intValue(), name));
    }

    /// The number of a system call.
    ///
    /// @throws SyscallPolicyException if there is none of this name
    public int number(String name) throws SyscallPolicyException {
        Long number = numbers.get(name);
        if (number == null) {
            throw new SyscallPolicyException(
                    "system call \"%s\": expected the name of a system call of x86-64".formatted(ShownWord.of(name)),
                    SimilarWords.nearest(ShownWord.of(name), numbers.keySet())
                            .map(near -> "Did you mean " + near + "?")
                            .orElse(null));
        }
        return number.intValue();
    }

    /// The name of a system call; null if the number is not in the table.
    public @Nullable String name(int number) {
        return names.get(number);
    }

    /// The value of a constant, such as `AF_UNIX`; null if it is unknown.
    @Nullable
    Long constant(String name) {
        return constants.get(name);
    }

    /// All numbers by name, in the order of the numbers.
    public Map<String, Long> numbers() {
        return Map.copyOf(numbers);
    }

    private static Map<String, Long> read(String file) {
        try (InputStream in = Objects.requireNonNull(SyscallTable.class.getResourceAsStream(file), file)) {
            Map<String, Long> values = new LinkedHashMap<>();
            new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .forEach(line -> {
                        int gap = line.indexOf(' ');
                        values.put(line.substring(0, gap), Long.parseLong(line.substring(gap + 1)));
                    });
            return values;
        } catch (IOException e) {
            throw new UncheckedIOException(file, e);
        }
    }
}
