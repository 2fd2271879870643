package dev.belljar.agent.jail.syscall;

import dev.belljar.contract.jail.ArgumentCondition;
import dev.belljar.contract.jail.SyscallPolicy;
import dev.belljar.contract.jail.SyscallRule;
import java.io.BufferedWriter;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/// Compiles policies with libseccomp, in a program that is built for the test.
final class SeccompOracle implements AutoCloseable {
    private static final int MASKED_EQUAL = 7;
    private static final long LOW = 0xffff_ffffL;
    private final Process process;
    private final BufferedWriter requests;
    private final DataInputStream filters;

    SeccompOracle(Path program) throws IOException {
        process = new ProcessBuilder(program.toString(), "oracle")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        requests = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.US_ASCII));
        filters = new DataInputStream(process.getInputStream());
    }

    /// Builds the program.
    static Path build(Path folder) throws IOException, InterruptedException {
        Path source = folder.resolve("seccomp-oracle.c");
        try (InputStream in = SeccompOracle.class.getResourceAsStream("seccomp-oracle.c")) {
            Files.copy(Objects.requireNonNull(in), source);
        }
        Path program = folder.resolve("seccomp-oracle");
        Process gcc = new ProcessBuilder(
                        "gcc",
                        "-Wall",
                        "-Wextra",
                        "-Werror",
                        "-o",
                        program.toString(),
                        source.toString(),
                        "-lseccomp",
                        "-lpthread")
                .inheritIO()
                .start();
        if (gcc.waitFor() != 0) {
            throw new IOException("gcc failed; is libseccomp-dev installed?");
        }
        return program;
    }

    /// The filter that libseccomp makes of a policy whose rules of one system call have one action.
    byte[] compile(SyscallPolicy policy) throws IOException, SyscallPolicyException {
        requests.write("policy " + value(SyscallFilterCompiler.value(policy.otherwise())) + "\n");
        for (SyscallRule rule : policy.rules()) {
            String start = "rule %s %d "
                    .formatted(
                            value(SyscallFilterCompiler.value(rule.action())),
                            SyscallTable.X86_64.number(rule.syscall()));
            if (rule.always()) {
                requests.write(start + "0\n");
                continue;
            }
            for (List<ArgumentCondition> all : rule.when()) {
                requests.write(start + all.size());
                for (ArgumentCondition each : all) {
                    requests.write(" " + comparison(rule.syscall(), each));
                }
                requests.newLine();
            }
        }
        requests.write("end\n");
        requests.flush();
        byte[] filter = new byte[Integer.reverseBytes(filters.readInt())];
        filters.readFully(filter);
        return filter;
    }

    private static String value(int returned) {
        return Integer.toUnsignedString(returned);
    }

    private static String comparison(String syscall, ArgumentCondition each) {
        long word = ShortArguments.contains(syscall, each.argument()) ? LOW : -1;
        return switch (each.operator()) {
            case NOT_EQUAL -> compared(each, 1, each.value(), 0);
            case LESS -> compared(each, 2, each.value(), 0);
            case AT_MOST -> compared(each, 3, each.value(), 0);
            case EQUAL ->
                word == -1
                        ? compared(each, 4, each.value(), 0)
                        : compared(each, MASKED_EQUAL, word, each.value() & word);
            case AT_LEAST -> compared(each, 5, each.value(), 0);
            case GREATER -> compared(each, 6, each.value(), 0);
            case ANY_BIT -> compared(each, MASKED_EQUAL, each.value() & word, each.value() & word);
            case ONLY_BITS -> compared(each, MASKED_EQUAL, ~each.value() & word, 0);
        };
    }

    private static String compared(ArgumentCondition each, int operator, long a, long b) {
        return "%d %d %s %s".formatted(each.argument(), operator, Long.toUnsignedString(a), Long.toUnsignedString(b));
    }

    @Override
    public void close() throws IOException {
        requests.close();
        process.destroy();
    }
}
