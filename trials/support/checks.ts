import { inspect } from 'node:util'

/** Runs the named checks of a trial one after the other, prints each, and counts them. */
export function createChecks() {
  let passed = 0
  let failed = 0
  return {
    /** Runs one check; a check that throws has failed, and the trial goes on. */
    async check(name: string, work: () => unknown): Promise<void> {
      const began = performance.now()
      const seconds = () => `${((performance.now() - began) / 1000).toFixed(1)} s`
      try {
        await work()
        passed += 1
        process.stdout.write(`passed  ${name} (${seconds()})\n`)
      } catch (error) {
        failed += 1
        process.stdout.write(`FAILED  ${name} (${seconds()})\n${inspect(error)}\n`)
      }
    },
    /** Prints the count and sets the exit code. */
    finish(): void {
      process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
      process.exitCode = failed > 0 || passed === 0 ? 1 : 0
    },
  }
}
