/** What is shipped, unpacked and started as an orchestrator would start it. */
@NullMarked
package io.tidings.benchmark.proof.installation;

import org.jspecify.annotations.NullMarked;
