/// Classes that break the rules on purpose.
@NullMarked
package offenders.client.command;

import org.jspecify.annotations.NullMarked;
