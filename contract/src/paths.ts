/** Finds control characters, some of which browsers drop before they read an address. */
const hasControl = (text: string) => [...text].some((c) => c < ' ' || c === '\u007f')

const leavesSite = (path: string) =>
  !path.startsWith('/') || path.startsWith('//') || path.includes('\\') || hasControl(path)

/** Decodes ASCII only, as nothing else could leave the site after the first time; '50%' is the text of '50%25' and no mistake. */
const decodeAscii = (path: string) =>
  path.replace(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/**
 * Returns where /login and /verify-otp may redirect (specification, section 5): the target if it is a path with exactly one leading slash, otherwise
 * `fallback`. It also refuses `/\host`, the same percent-encoded (any number of times), and control characters.
 */
export function safePath(target: string | null | undefined, fallback = '/dashboard'): string {
  if (!target || target.length > 2_000 || leavesSite(target) || target.includes(' ')) return fallback
  let path = target.split(/[?#]/, 1)[0] ?? ''
  try {
    path = decodeURIComponent(path)
  } catch {
    return fallback
  }
  for (;;) {
    if (leavesSite(path)) return fallback
    const decoded = decodeAscii(path)
    if (decoded === path) return target
    path = decoded
  }
}
