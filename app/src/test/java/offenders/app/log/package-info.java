/// Classes that break the rules on purpose.
@NullMarked
package offenders.app.log;

import org.jspecify.annotations.NullMarked;
