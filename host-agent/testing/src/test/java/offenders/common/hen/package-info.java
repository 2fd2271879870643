/// Classes that break the rules on purpose.
@NullMarked
package offenders.common.hen;

import org.jspecify.annotations.NullMarked;
