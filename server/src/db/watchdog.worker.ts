import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'

// The thread of watchdog.ts. It counts its own seconds instead of reading the clock, so that sleep of the machine does not count.
const [STEPS, EXCUSED, STOP] = [0, 1, 2]
const { shared, timeoutSeconds } = workerData as { shared: Int32Array; timeoutSeconds: number }

let seen = -1
let still = 0
while (Atomics.wait(shared, STOP, 0, 1_000) === 'timed-out') {
  const steps = Atomics.load(shared, STEPS)
  if (steps !== seen || Atomics.load(shared, EXCUSED) === 1) {
    seen = steps
    still = 0
  } else if (++still >= timeoutSeconds) {
    writeSync(
      2,
      `\nThe embedded database has not answered for ${timeoutSeconds} seconds: Deedbox ends now. Everything that was ` +
        'acknowledged is stored; start Deedbox again.\n',
    )
    // The main thread is stuck and would not handle any other signal.
    process.kill(process.pid, 'SIGKILL')
  }
}
