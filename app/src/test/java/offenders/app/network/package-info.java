/// Classes that break the architecture rules, for tests of the rules.
@NullMarked
package offenders.app.network;

import org.jspecify.annotations.NullMarked;
