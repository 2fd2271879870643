/// Classes that break the rules on purpose.
@NullMarked
package offenders.bench.group;

import org.jspecify.annotations.NullMarked;
