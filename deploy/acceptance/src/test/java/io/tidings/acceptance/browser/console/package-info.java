/** An installation on this machine, and its console as a person uses it. */
package io.tidings.acceptance.browser.console;
