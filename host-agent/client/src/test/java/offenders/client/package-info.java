/// Classes that break the rules on purpose.
@NullMarked
package offenders.client;

import org.jspecify.annotations.NullMarked;
