/** Repeats a task while the tab is visible: never two at a time, and more seldom while it fails. */

const MAX_PAUSE_MS = 30_000;
const UNAVAILABLE = [0, 503]; // no response, and a server or timeline that starts

/**
 * Runs the task at once, and again `ms` after each end.
 *
 * @param {number} ms pause between two runs
 * @param {(signal: AbortSignal) => Promise<void>} task
 * @param {AbortSignal} signal ends the repetition
 * @param {{onSuccess: () => void, onError: (error: Error) => void}} report
 * @returns {() => void} runs the task now, and once more if it is running
 */
export function poll(ms, task, signal, report) {
  let timer;
  let running = false;
  let again = false;
  let failures = 0;

  async function run() {
    running = true;
    again = false;
    try {
      await task(signal);
      failures = 0;
      report.onSuccess();
    } catch (error) {
      failures += 1;
      if (!signal.aborted) {
        report.onError(error);
      }
    }
    running = false;
    next();
  }

  function next() {
    clearTimeout(timer);
    if (!signal.aborted && !document.hidden) {
      timer = setTimeout(run, again ? 0 : pause(ms, failures));
    }
  }

  function now() {
    if (running) {
      again = true;
    } else if (!signal.aborted) {
      clearTimeout(timer);
      run();
    }
  }

  document.addEventListener("visibilitychange", () => document.hidden ? clearTimeout(timer) : now(), { signal });
  signal.addEventListener("abort", () => clearTimeout(timer));
  run();
  return now;
}

/**
 * Runs the task until it succeeds.
 *
 * @param {(error: Error) => void} onError told of each failure
 */
export function untilDone(ms, task, signal, onError) {
  const done = new AbortController();
  poll(ms, async () => {
    await task();
    done.abort();
  }, AbortSignal.any([signal, done.signal]), { onSuccess() {}, onError });
}

/**
 * Asks until a condition holds. What does not respond, or says that it starts, is asked again.
 *
 * @param {() => Promise<boolean>} condition
 * @param {{signal: AbortSignal, everyMs: number, patienceMs: number, otherwise: string}} limits `otherwise` is the error
 *     when patience ends
 */
export async function until(condition, { signal, everyMs, patienceMs, otherwise }) {
  const end = Date.now() + patienceMs;
  for (;;) {
    let missing = null;
    try {
      if (await condition()) {
        return;
      }
    } catch (error) {
      if (!UNAVAILABLE.includes(error.status)) {
        throw error;
      }
      missing = error;
    }
    signal.throwIfAborted();
    if (Date.now() > end) {
      throw missing ?? new Error(otherwise);
    }
    await new Promise(resolve => setTimeout(resolve, everyMs));
  }
}

/** Doubles with each failure in a row. */
export function pause(ms, failures) {
  return failures === 0 ? ms : Math.max(ms, Math.min(ms * 2 ** failures, MAX_PAUSE_MS));
}
