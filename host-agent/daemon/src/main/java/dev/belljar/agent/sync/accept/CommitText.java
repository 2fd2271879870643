package dev.belljar.agent.sync.accept;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.git.GitProcess;
import dev.belljar.agent.sync.git.RefNames;
import dev.belljar.agent.sync.repository.HostRepository;
import dev.belljar.contract.text.VisibleText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The author, date and message of a commit from a machine, byte by byte (one char each), for a commit with other
/// files.
record CommitText(String author, String encoding, String date, String message) {
    private static final Pattern IDENTITY =
            Pattern.compile("([^<>\n]*) <([^<>\n]*)> (0|[1-9][0-9]{0,9}) ([+-][0-9]{4})");
    private static final int TITLE = 50;

    /// Bytes of the longest commit: hundreds may be in memory at once.
    private static final int LONGEST = 256 << 10;

    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final String UNKNOWN = "Unknown <unknown@localhost> 0 +0000";

    /// Lines at which `git am`, `git apply` or `patch` would begin to read changes, or another mail.
    private static final Pattern STARTS_CHANGES =
            Pattern.compile("[ \\tX>]*(diff |---|\\+\\+\\+|\\*\\*\\*|@@|Index:|Prereq:|From |"
                    + "GIT binary patch|index [0-9a-f]|old mode|new mode|new file mode|deleted file mode|"
                    + "(rename|copy) (from|to)|(dis)?similarity index|[0-9]+(,[0-9]+)?[acd][0-9]*).*");

    /// Lines at the beginning of a mail's text that would replace its header.
    private static final Pattern HEADER = Pattern.compile("[ \\t]*[A-Za-z-]{1,40}:.*");

    /// Reads it from a commit.
    ///
    /// @throws SyncException `sync.refused` when the commit is too long
    static CommitText of(HostRepository repository, String commit) throws SyncException, InterruptedException {
        String text = new String(read(repository, RefNames.object(commit)), StandardCharsets.ISO_8859_1);
        int end = text.indexOf("\n\n");
        String head = end < 0 ? text : text.substring(0, end);
        String message = end < 0 ? "" : text.substring(end + 2);
        return new CommitText(
                known(field(head, "author ", UNKNOWN)),
                field(head, "encoding ", ""),
                date(field(head, "committer ", UNKNOWN)),
                message.replace('\0', '?'));
    }

    private static byte[] read(HostRepository repository, String commit) throws SyncException, InterruptedException {
        try (GitProcess git = GitProcess.start(repository.untrusted(), LIMIT, "cat-file", "commit", commit)) {
            git.in().close();
            byte[] raw = git.out().readNBytes(LONGEST + 1);
            if (raw.length > LONGEST) {
                throw SyncFaults.refused(
                        "commit %.10s has a message or a header of more than %d KiB, so it cannot be made again"
                                .formatted(commit, LONGEST >> 10),
                        "Squash the changes into one commit (`--history squash`), or shorten the message in the sandbox"
                                + " (`git rebase -i`).");
            }
            if (git.exit() != 0) {
                throw SyncFaults.git("cat-file", git.said());
            }
            return raw;
        } catch (IOException e) {
            throw SyncFaults.file("commit " + commit + " could not be read", e);
        }
    }

    /// The text of Belljar's own commit.
    static CommitText own(String message, String date) {
        return new CommitText("Belljar <belljar@localhost> " + date, "", date, latin1(message));
    }

    /// The same in visible characters only, with a short title, and with a text that programs take neither for
    /// changes nor for a mail's header.
    CommitText forMail() {
        Matcher identity = IDENTITY.matcher(utf8(author));
        boolean whole = identity.matches();
        String name = whole ? cut(VisibleText.line(identity.group(1)).strip()) : "";
        String mail = whole ? cut(identity.group(2).replaceAll("[^!-~]", "")) : "";
        String when = whole ? identity.group(3) + " " + identity.group(4) : "0 +0000";
        String[] lines = utf8(message).strip().split("\n", -1);
        String title = VisibleText.line(lines[0].strip());
        StringBuilder text = new StringBuilder(cut(title)).append("\n\n");
        boolean first = true;
        for (int i = title.equals(cut(title)) ? 1 : 0; i < lines.length; i++) {
            String line = VisibleText.line(lines[i].stripTrailing());
            boolean header = first && HEADER.matcher(line).matches();
            text.append(header || STARTS_CHANGES.matcher(line).matches() ? "| " : "");
            text.append(line).append('\n');
            first &= line.isBlank();
        }
        return new CommitText(
                latin1("%s <%s> %s".formatted(name.isEmpty() ? "Unknown" : name, mail, when)),
                "",
                date,
                latin1(text.toString().strip() + "\n"));
    }

    // Short enough that git does not continue the line of the mail's header on another line, where `patch` would read
    // it.
    private static String cut(String text) {
        return text.codePointCount(0, text.length()) <= TITLE
                ? text
                : text.substring(0, text.offsetByCodePoints(0, TITLE)).strip() + "...";
    }

    /// Makes a commit with this text.
    String commit(HostRepository repository, String tree, List<String> parents)
            throws SyncException, InterruptedException {
        StringBuilder text = new StringBuilder("tree ").append(tree).append('\n');
        parents.forEach(parent -> text.append("parent ").append(parent).append('\n'));
        text.append("author ").append(author).append('\n');
        text.append("committer Belljar <belljar@localhost> ").append(date).append('\n');
        if (!encoding.isEmpty()) {
            text.append("encoding ").append(encoding).append('\n');
        }
        text.append('\n').append(message);
        byte[] id = repository
                .untrusted()
                .check(
                        text.toString().getBytes(StandardCharsets.ISO_8859_1),
                        "hash-object",
                        "-t",
                        "commit",
                        "-w",
                        "--stdin")
                .out();
        return RefNames.object(new String(id, StandardCharsets.US_ASCII).strip());
    }

    private static String field(String head, String name, String fallback) {
        return Arrays.stream(head.split("\n"))
                .filter(line -> line.startsWith(name))
                .map(line -> line.substring(name.length()))
                .findFirst()
                .orElse(fallback);
    }

    // Git refuses to make a commit with a malformed author.
    private static String known(String author) {
        return IDENTITY.matcher(author).matches() ? author : UNKNOWN;
    }

    // The date of the original commit, so that the same choice always makes the same commit.
    private static String date(String committer) {
        Matcher identity = IDENTITY.matcher(committer);
        return identity.matches() ? identity.group(3) + " " + identity.group(4) : "0 +0000";
    }

    private static String utf8(String latin1) {
        return new String(latin1.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }

    private static String latin1(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }
}
