package dev.belljar.agent.policy.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.testing.property.ForAll;
import dev.belljar.testing.property.Generator;
import dev.belljar.testing.property.Generators;
import dev.belljar.testing.property.Property;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that no spelling of a path reads as another one for the rules than it does for a server.
class RequestPathTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "/acme/x /acme/x",
                "/ /",
                "/acme/ /acme/",
                "/acme/x?y=/../z /acme/x",
                "/acme/x?y=%zz /acme/x",
                "/%61cme/x /acme/x",
                "/acme/%7Ex /acme/~x",
                "https://github.com/acme/x?y /acme/x",
                "HTTPS://github.com:443/acme/x /acme/x",
                "http://github.com /",
                "https://github.com?x=/acme/ /",
                "* *",
                "/acme/a..b/...x /acme/a..b/...x",
            })
    void aPlainPathHasOneReading(String target, String reading) {
        assertThat(RequestPath.readings(target)).containsExactly(reading);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/acme/../evil",
                "/acme/%2e%2e/evil",
                "/acme/%2E./evil",
                "/acme/.%2e/evil",
                "/acme/x/../../evil",
                "/acme/./../evil",
                "//acme/../evil",
                "/acme//../evil",
                "/acme/..%2fevil",
                "/acme%2f..%2fevil",
                "/acme/%2e%2e%2fevil",
                "https://github.com/acme/../evil",
            })
    void aPathThatLeadsElsewhereHasThatReadingToo(String target) {
        Set<String> readings = RequestPath.readings(target);
        assertThat(readings.isEmpty()
                        || !readings.stream().allMatch(one -> one.startsWith("/acme/") && !one.contains("..")))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/../evil",
                "/acme/../../evil",
                "/acme/%252e%252e/evil",
                "/acme/%25%32%65/evil",
                "/acme\\..\\evil",
                "/acme/..%5cevil",
                "/acme/..;/evil",
                "/acme/..;x=1/evil",
                "/acme/.;/evil",
                "/acme/%2e%2e;/evil",
                "/acme/%2e%2e%3b/evil",
                "/acme/%c0%ae%c0%ae/evil",
                "/acme/%00",
                "/acme/%0d%0aX:",
                "/acme/%7f",
                "/acme/%c2%85",
                "/acme/%",
                "/acme/%2",
                "/acme/%zz",
                "/acme/%u002e%u002e/evil",
                "/acme/#/../evil",
                "/acme/%e2%81%84evil",
                "/acme/%E2%81%84evil",
                "acme/x",
                "",
                "ftp://github.com/acme/x",
            })
    void whatServersReadInManyWaysHasNone(String target) {
        if (!target.isEmpty()) {
            assertThat(RequestPath.readings(target)).isEmpty();
        }
    }

    @Test
    void anEncodedSlashIsASlashAndIsNone() {
        assertThat(RequestPath.readings("/a%2fb")).hasSize(2).contains("/a/b").noneMatch(one -> one.equals("/a%2fb"));
        assertThat(RequestPath.readings("/a//b")).containsExactlyInAnyOrder("/a//b", "/a/b");
        assertThat(RequestPath.readings("/private;x/secret"))
                .containsExactlyInAnyOrder("/private;x/secret", "/private/secret");
        assertThat(RequestPath.readings("/private///../x")).contains("/private//x", "/private/x", "/x");
        assertThat(RequestPath.readings("/a/./b")).containsExactlyInAnyOrder("/a/./b", "/a/b");
    }

    Generator<List<String>> parts() {
        return Generators.of(
                        "acme", "evil", "/", "//", "..", ".", "%2e", "%2E%2e", "%2f", "%5c", "\\", ";", "%3b", "%25",
                        "2e", "%252e", "%00", "%c0%ae", "x", "?", "#", "%")
                .list(9);
    }

    /// What the strictest and the most lenient server would open. If the rules allow a path below `/acme/`, none of
    /// them
    /// opens anything elsewhere.
    @Property
    void whatIsAllowedIsBelowTheFolderForEveryServer(@ForAll("parts") List<String> parts) throws PolicyException {
        String target = "/acme/" + String.join("", parts);
        RequestPattern acme = RequestPattern.of(
                Words.compiled("allow GET github.com/acme/*").rule().match());
        assertThat(acme).isNotNull();
        Set<String> readings = RequestPath.readings(target);
        if (!readings.isEmpty() && readings.stream().allMatch(path -> acme.allows("GET", path))) {
            for (String opened : List.of(served(target, false), served(target, true))) {
                assertThat(opened).as(target).startsWith("/acme/");
            }
        }
    }

    /// A server that decodes until nothing is left to decode, drops path parameters and takes a backslash for a slash,
    /// or one that decodes once; both join slashes and resolve dot segments afterwards.
    private static String served(String target, boolean greedy) {
        String path = target.split("[?]", 2)[0];
        String before;
        do {
            before = path;
            path = decoded(path);
        } while (greedy && !before.equals(path));
        if (greedy) {
            path = path.replace('\\', '/').replaceAll(";[^/]*", "");
        }
        java.util.ArrayDeque<String> segments = new java.util.ArrayDeque<>();
        String[] all = path.split("/+");
        for (String segment : all) {
            if (segment.equals("..")) {
                segments.pollLast();
            } else if (!segment.isEmpty() && !segment.equals(".")) {
                segments.addLast(segment);
            }
        }
        return "/" + String.join("/", segments) + (segments.size() == 1 ? "/" : "");
    }

    private static String decoded(String path) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < path.length(); i++) {
            boolean escape = path.charAt(i) == '%' && path.substring(i).matches("%[0-9a-fA-F]{2}.*");
            text.append(escape ? (char) Integer.parseInt(path.substring(i + 1, i + 3), 16) : path.charAt(i));
            i += escape ? 2 : 0;
        }
        return text.toString();
    }
}
