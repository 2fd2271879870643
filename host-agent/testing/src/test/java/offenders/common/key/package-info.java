/// Classes that break the rules on purpose.
@NullMarked
package offenders.common.key;

import org.jspecify.annotations.NullMarked;
