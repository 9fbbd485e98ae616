/** Topics and subscriptions as their owners write them: validated records and the table of what is in force. */
@NullMarked
package io.tidings.contract.resource;

import org.jspecify.annotations.NullMarked;
