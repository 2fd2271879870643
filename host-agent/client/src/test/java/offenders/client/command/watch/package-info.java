/// Classes that break the rules on purpose.
@NullMarked
package offenders.client.command.watch;

import org.jspecify.annotations.NullMarked;
