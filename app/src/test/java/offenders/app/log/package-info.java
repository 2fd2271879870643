/// Classes that break the architecture rules, for tests of the rules.
@NullMarked
package offenders.app.log;

import org.jspecify.annotations.NullMarked;
