/** The jobs that bring events back, as the records of their topic hold them (B-REPLAY). Pure. */
@NullMarked
package io.tidings.contract.job;

import org.jspecify.annotations.NullMarked;
