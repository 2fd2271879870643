/// Classes that break the rules on purpose.
@NullMarked
package offenders.client.command.sandbox;

import org.jspecify.annotations.NullMarked;
