/// Classes that break the architecture rules, for tests of the rules.
@NullMarked
package offenders.app.shell;

import org.jspecify.annotations.NullMarked;
