/** Where /login and /verify-otp may lead (specification, section 5): a path of ours with exactly one leading slash. */
const hasControl = (text: string) =>
  [...text].some((c) => c.charCodeAt(0) <= 0x20 || c.charCodeAt(0) === 0x7f)

/**
 * The target when it is safe, otherwise `fallback`. Refused: other origins, `//host`, `/\host`, the same written
 * with percent signs, and control characters, which browsers drop before they read a URL.
 */
export function safePath(target: string | null | undefined, fallback = '/dashboard'): string {
  if (!target || target.length > 2_000) return fallback
  let decoded = target
  for (let round = 0; round < 3; round += 1) {
    if (!decoded.startsWith('/') || /^\/[/\\]/.test(decoded) || decoded.includes('\\') || hasControl(decoded))
      return fallback
    let next: string
    try {
      next = decodeURIComponent(decoded)
    } catch {
      return fallback
    }
    if (next === decoded) return target
    decoded = next.replace(/^\/ /, '/')
  }
  return fallback
}
