/** Control characters: browsers drop some of them before they read an address. */
const hasControl = (text: string) => [...text].some((c) => c < ' ' || c === '\u007f')

const leavesUs = (path: string) =>
  !path.startsWith('/') || path.startsWith('//') || path.includes('\\') || hasControl(path)

/**
 * Where /login and /verify-otp may lead (specification, section 5): the target when it is a path of ours with exactly
 * one leading slash, otherwise `fallback`. Also refused: `/\host`, the same written with percent signs (however often),
 * and control characters.
 */
export function safePath(target: string | null | undefined, fallback = '/dashboard'): string {
  if (!target || target.length > 2_000 || leavesUs(target) || target.includes(' ')) return fallback
  let path = target.split(/[?#]/, 1)[0] ?? ''
  for (;;) {
    let decoded: string
    try {
      decoded = decodeURIComponent(path)
    } catch {
      return fallback
    }
    if (leavesUs(decoded)) return fallback
    if (decoded === path) return target
    path = decoded
  }
}
