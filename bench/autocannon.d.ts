/** The part of autocannon used here; the package has no types. */
declare module 'autocannon' {
  type Options = {
    url: string
    connections: number
    amount: number
    headers?: Record<string, string>
  }
  type Result = { errors: number; non2xx: number }
  type Load = Promise<Result> & { on(event: 'response', listener: () => void): void }
  export default function autocannon(options: Options): Load
}
