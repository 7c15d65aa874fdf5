/** The little of autocannon that is used here; the package has no types of its own. */
declare module 'autocannon' {
  type Options = {
    url: string
    connections: number
    duration: number
    headers?: Record<string, string>
  }
  type Result = {
    requests: { total: number }
    duration: number
    errors: number
    non2xx: number
  }
  export default function autocannon(options: Options): Promise<Result>
}
