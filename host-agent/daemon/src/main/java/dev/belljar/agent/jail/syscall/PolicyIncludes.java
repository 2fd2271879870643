package dev.belljar.agent.jail.syscall;

/// Finds the policies that a policy includes.
@FunctionalInterface
public interface PolicyIncludes {
    /// Refuses every file.
    PolicyIncludes NONE = path -> {
        throw new SyscallPolicyException(
                "@include %s: other files are not read here".formatted(ShownWord.of(path)),
                "Put the lines of that file in place of the @include.");
    };

    /// The text of the file with this path, as the policy has it.
    ///
    /// @throws SyscallPolicyException if there is no such file or it must not be read
    String read(String path) throws SyscallPolicyException;
}
