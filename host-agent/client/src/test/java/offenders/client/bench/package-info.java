/// Classes that break the rules on purpose.
@NullMarked
package offenders.client.bench;

import org.jspecify.annotations.NullMarked;
