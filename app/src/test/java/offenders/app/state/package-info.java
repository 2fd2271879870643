/// Classes that break the rules on purpose.
@NullMarked
package offenders.app.state;

import org.jspecify.annotations.NullMarked;
