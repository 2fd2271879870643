package dev.belljar.agent.provenance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TestCommandTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "npm test",
                "node /usr/bin/npm run test:unit",
                "node /usr/lib/node_modules/npm/bin/npm-cli.js t",
                "node node_modules/vitest/vitest.mjs run",
                "node --test",
                "npx jest",
                "/usr/bin/python3.13 -m pytest -q",
                "python3 -m unittest",
                "/home/agent/.venv/bin/pytest tests",
                "python3 /home/agent/.venv/bin/pytest",
                "uv run pytest",
                "go test ./...",
                "cargo test",
                "cargo nextest run",
                "./gradlew check",
                "mvn -q verify",
                "make check",
                "bundle exec rspec",
                "env pytest"
            })
    void commandsThatRunTestsAreRecognized(String command) {
        assertThat(TestCommand.is(List.of(command.split(" ")))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "npm install",
                "node server.js",
                "node test.js",
                "cat pytest.ini",
                "vim test",
                "python3 -m http.server",
                "go build ./...",
                "git commit -m test",
                "bash -c npm test",
                "npm install vitest-mock"
            })
    void otherCommandsAreNot(String command) {
        assertThat(TestCommand.is(List.of(command.split(" ")))).isFalse();
    }
}
