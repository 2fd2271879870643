/// Classes that break the architecture rules, for tests of the rules.
@NullMarked
package offenders.app.cast;

import org.jspecify.annotations.NullMarked;
