/*
 * The clock that tests begin with: `TEST_CLOCK=2028-02-29T23:30:00+11:00` moves the Date of every process that loads this, and with
 * it the embedded database's now(). Timers, the times of files and PostgreSQL keep the machine's clock.
 */
const { TEST_CLOCK: wanted, TEST_CLOCK_OFFSET_MS: inherited } = process.env
const moved = Symbol.for('deedbox.test-clock')

if (wanted && !(moved in globalThis)) {
  const RealDate = Date
  const offsetMs = inherited ? Number(inherited) : RealDate.parse(wanted) - RealDate.now()
  if (Number.isNaN(offsetMs)) throw new Error(`TEST_CLOCK is not a time: ${wanted}`)
  // Processes that start later, and their threads, go on from here.
  if (!inherited) {
    process.env.TEST_CLOCK_OFFSET_MS = String(offsetMs)
    process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import=${import.meta.url}`
  }
  const now = () => RealDate.now() + offsetMs
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given, as) =>
      Reflect.construct(target, given.length > 0 ? given : [now()], as) as Date,
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
  RealDate.prototype.constructor = Date
  Object.defineProperty(globalThis, moved, { value: true })
}

export {}
