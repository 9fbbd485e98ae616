/** Events of a campaign: who matches them, and who publishes them and writes down what was accepted. */
@NullMarked
package io.tidings.benchmark.campaign.publish;

import org.jspecify.annotations.NullMarked;
