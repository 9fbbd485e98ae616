/** What is shipped, unpacked and started as an orchestrator would start it. */
@NullMarked
package io.tidings.acceptance.installation;

import org.jspecify.annotations.NullMarked;
