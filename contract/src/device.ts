const browsers: [name: string, mark: RegExp][] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
]
const systems: [name: string, mark: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
]

/** Name of a program, such as 'curl' in 'curl/8.5.0', that no mail program can turn into a link. */
const program = /^(?!Mozilla\b)[A-Za-z][\w-]{0,30}(?=[\s/]|$)/

/** Describes a user agent in words: 'Chrome on Windows', 'curl'. */
export function deviceText(userAgent: string | null): string {
  const named = (known: [string, RegExp][]) => known.find(([, mark]) => mark.test(userAgent ?? ''))?.[0]
  const [browser, system] = [named(browsers), named(systems)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? program.exec(userAgent ?? '')?.[0] ?? 'Unknown device'
}
