/// Classes that break the rules on purpose.
@NullMarked
package offenders.common.key.gate;

import org.jspecify.annotations.NullMarked;
