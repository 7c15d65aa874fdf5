import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'

// A thread of its own for watchdog.ts. It counts its own seconds, not the clock's: those of a machine that sleeps do not pass.
const [STEPS, EXCUSED, STOP] = [0, 1, 2]
const { shared, patienceSeconds } = workerData as { shared: Int32Array; patienceSeconds: number }

let seen = -1
let still = 0
while (Atomics.wait(shared, STOP, 0, 1_000) === 'timed-out') {
  const steps = Atomics.load(shared, STEPS)
  if (steps !== seen || Atomics.load(shared, EXCUSED) === 1) {
    seen = steps
    still = 0
  } else if (++still >= patienceSeconds) {
    writeSync(
      2,
      `\nThe embedded database has not answered for ${patienceSeconds} seconds: Deedbox ends now. Whatever was acknowledged ` +
        'is stored; start Deedbox again.\n',
    )
    // The main thread is stuck: nothing gentler would reach it.
    process.kill(process.pid, 'SIGKILL')
  }
}
