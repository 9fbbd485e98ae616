/** Sessions with the brokers, which are replaced when they are lost, instead of ending the program. */
@NullMarked
package io.tidings.runtime.session;

import org.jspecify.annotations.NullMarked;
