/** Events of a campaign: who matches them, and who publishes them and writes down what was accepted. */
@NullMarked
package io.tidings.chaos.publish;

import org.jspecify.annotations.NullMarked;
