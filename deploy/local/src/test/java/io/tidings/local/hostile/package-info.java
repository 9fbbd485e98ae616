/** What spoils input, and what sends it without a client library that would mend it. */
package io.tidings.local.hostile;
