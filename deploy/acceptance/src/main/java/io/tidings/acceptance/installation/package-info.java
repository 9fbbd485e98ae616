/** The shipped programs, started as an orchestrator would start them, and checks of them. */
@NullMarked
package io.tidings.acceptance.installation;

import org.jspecify.annotations.NullMarked;
