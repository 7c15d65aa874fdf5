import type { DrawnPage } from './kept.ts'
import { RenderError } from './messages.ts'

/** A page that is being drawn, for everybody who asks for it in the meantime. */
type Flight = { page: Promise<DrawnPage>; readers: number; stop: AbortController; forgotten: boolean }

type Begin = {
  draw: (signal: AbortSignal) => Promise<DrawnPage>
  /** `stillWanted`: it was not forgotten meanwhile. */
  keep: (page: DrawnPage, stillWanted: () => boolean) => Promise<void>
}

/** The pages that are being drawn. */
export function createFlights() {
  const flights = new Map<string, Flight>()
  return {
    /** Waits for a page together with those for whom it is being drawn; undefined when it is not. */
    join(name: string, signal: AbortSignal | undefined): Promise<DrawnPage> | undefined {
      const other = flights.get(name)
      return other && !other.stop.signal.aborted ? wait(other, signal) : undefined
    },

    begin(name: string, { draw, keep }: Begin, signal: AbortSignal | undefined): Promise<DrawnPage> {
      const stop = new AbortController()
      const flight: Flight = { page: draw(stop.signal), readers: 0, stop, forgotten: false }
      flights.set(name, flight)
      flight.page
        .then((drawn) => keep(drawn, () => !flight.forgotten))
        .catch(() => undefined)
        .finally(() => flights.get(name) === flight && flights.delete(name))
      return wait(flight, signal)
    },

    /** Pages whose name starts with this are not kept. */
    forget(start: string): void {
      for (const [name, flight] of flights) if (name.startsWith(start)) flight.forgotten = true
    },
  }
}

/** Waits for a page together with others; when all of them have left, drawing stops. */
async function wait(flight: Flight, signal: AbortSignal | undefined): Promise<DrawnPage> {
  flight.readers++
  const left = Promise.withResolvers<never>()
  const leave = () => {
    if (--flight.readers === 0) flight.stop.abort()
    left.reject(new RenderError('abandoned'))
  }
  if (signal?.aborted) leave()
  signal?.addEventListener('abort', leave, { once: true })
  try {
    return await Promise.race([flight.page, left.promise])
  } finally {
    signal?.removeEventListener('abort', leave)
  }
}
