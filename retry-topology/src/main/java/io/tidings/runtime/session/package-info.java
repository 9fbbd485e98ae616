/** Sessions with the brokers, which are opened anew when they are lost, instead of ending the program. */
@NullMarked
package io.tidings.runtime.session;

import org.jspecify.annotations.NullMarked;
