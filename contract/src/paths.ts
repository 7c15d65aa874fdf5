/** Browsers drop some control characters before they read an address. */
const hasControl = (text: string) => [...text].some((c) => c < ' ' || c === '\u007f')

const leavesSite = (path: string) =>
  !path.startsWith('/') || path.startsWith('//') || path.includes('\\') || hasControl(path)

/**
 * Where /login and /verify-otp may redirect (specification, section 5): the target if it is a path with exactly one
 * leading slash, otherwise `fallback`. Also refused: `/\host`, the same percent-encoded (any number of times), and
 * control characters.
 */
export function safePath(target: string | null | undefined, fallback = '/dashboard'): string {
  if (!target || target.length > 2_000 || leavesSite(target) || target.includes(' ')) return fallback
  let path = target.split(/[?#]/, 1)[0] ?? ''
  for (;;) {
    let decoded: string
    try {
      decoded = decodeURIComponent(path)
    } catch {
      return fallback
    }
    if (leavesSite(decoded)) return fallback
    if (decoded === path) return target
    path = decoded
  }
}
