/// Classes that break the rules on purpose.
@NullMarked
package offenders.app.live;

import org.jspecify.annotations.NullMarked;
