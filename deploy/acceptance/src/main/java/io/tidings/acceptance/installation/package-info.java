/** What is shipped, unpacked, started as an orchestrator would start it, and checked. */
@NullMarked
package io.tidings.acceptance.installation;

import org.jspecify.annotations.NullMarked;
