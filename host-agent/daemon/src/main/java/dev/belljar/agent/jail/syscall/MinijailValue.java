package dev.belljar.agent.jail.syscall;

import dev.belljar.contract.jail.ArgumentCondition;
import dev.belljar.contract.jail.ArgumentOperator;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads conditions and values of minijail's text format.
final class MinijailValue {
    private static final int DEEPEST = 16;
    private static final int WORD_BITS = 64;
    private static final int LONGEST_NUMBER = 40;
    private static final Pattern NUMBER =
            Pattern.compile("-?(0[xX](?<hexadecimal>[0-9a-fA-F]+)|0(?<octal>[0-7]+)|(?<decimal>0|[1-9][0-9]*))");

    private MinijailValue() {}

    /// Reads a condition, such as `arg1 & O_CREAT`.
    static ArgumentCondition condition(MinijailLine line) throws SyscallPolicyException {
        String argument = line.next("an argument");
        if (!argument.matches("arg[0-5]")) {
            throw line.invalid(argument, "an argument from arg0 to arg5");
        }
        String sign = line.next("a comparison");
        ArgumentOperator operator = Arrays.stream(ArgumentOperator.values())
                .filter(each -> each.sign().equals(sign))
                .findFirst()
                .orElse(null);
        if (operator == null) {
            throw line.invalid(sign, "==, !=, <, <=, >, >=, & or in");
        }
        return new ArgumentCondition(argument.charAt(3) - '0', operator, value(line));
    }

    /// Reads numbers and constants that are combined by `|`.
    static long value(MinijailLine line) throws SyscallPolicyException {
        return value(line, 0);
    }

    private static long value(MinijailLine line, int depth) throws SyscallPolicyException {
        if (depth > DEEPEST) {
            throw line.refused("parentheses are nested too deeply", "Use at most 16.");
        }
        long value = 0;
        do {
            boolean complement = line.skip("~");
            long part;
            if (line.skip("(")) {
                part = value(line, depth + 1);
                line.expect(")");
            } else {
                part = single(line);
            }
            value |= complement ? ~part : part;
        } while (line.skip("|"));
        return value;
    }

    private static long single(MinijailLine line) throws SyscallPolicyException {
        String word = line.next("a number or a constant");
        if (!word.matches("-?[0-9][0-9a-zA-Z]*")) {
            Long constant = SyscallTable.X86_64.constant(word);
            if (constant == null) {
                throw line.invalid(word, "a number or a known constant, such as AF_UNIX");
            }
            return constant;
        }
        BigInteger number = number(line, word);
        boolean fits = number.signum() < 0 ? number.bitLength() < WORD_BITS : number.bitLength() <= WORD_BITS;
        if (!fits) {
            throw line.invalid(word, "a number of 64 bits");
        }
        return number.longValue();
    }

    /// A number as C writes it: hexadecimal, octal or decimal.
    private static BigInteger number(MinijailLine line, String word) throws SyscallPolicyException {
        Matcher matcher = NUMBER.matcher(word);
        if (!matcher.matches() || word.length() > LONGEST_NUMBER) {
            throw line.invalid(word, "a number of 64 bits");
        }
        BigInteger number;
        if (matcher.group("hexadecimal") != null) {
            number = new BigInteger(matcher.group("hexadecimal"), 16);
        } else if (matcher.group("octal") != null) {
            number = new BigInteger(matcher.group("octal"), 8);
        } else {
            number = new BigInteger(matcher.group("decimal"));
        }
        return word.startsWith("-") ? number.negate() : number;
    }
}
