/// Classes that break the rules on purpose.
@NullMarked
package offenders.app.shell;

import org.jspecify.annotations.NullMarked;
