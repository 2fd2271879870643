/// Classes that break the rules on purpose.
@NullMarked
package offenders.bench.rig;

import org.jspecify.annotations.NullMarked;
