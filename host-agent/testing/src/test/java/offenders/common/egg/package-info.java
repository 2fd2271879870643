/// Classes that break the rules on purpose.
@NullMarked
package offenders.common.egg;

import org.jspecify.annotations.NullMarked;
