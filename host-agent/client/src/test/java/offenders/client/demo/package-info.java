/// Classes that break the rules on purpose.
@NullMarked
package offenders.client.demo;

import org.jspecify.annotations.NullMarked;
