/// Classes that break the rules on purpose.
@NullMarked
package offenders.app.network;

import org.jspecify.annotations.NullMarked;
