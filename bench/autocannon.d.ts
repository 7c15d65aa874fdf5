/** The part of autocannon used here; the package has no types. */
declare module 'autocannon' {
  type Options = {
    url: string
    connections: number
    headers?: Record<string, string>
    method?: 'PUT'
    body?: string
    /** Called with each connection before its first request. */
    setupClient?: (client: { setHeaders(headers: Record<string, string>): void }) => void
  } & ({ amount: number } | { duration: number })
  type Result = { errors: number; non2xx: number }
  type Load = Promise<Result> & { on(event: 'response', listener: () => void): void }
  export default function autocannon(options: Options): Load
}
