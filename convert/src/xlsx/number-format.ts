/** Numbers of a spreadsheet as their format shows them (ECMA-376, 18.8.30 and 18.8.31), in the Australian way. */

export const builtIn: Record<number, string> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '"$"#,##0;-"$"#,##0',
  6: '"$"#,##0;-"$"#,##0',
  7: '"$"#,##0.00;-"$"#,##0.00',
  8: '"$"#,##0.00;-"$"#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  14: 'd/mm/yyyy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'd/mm/yyyy h:mm',
  37: '#,##0;-#,##0',
  38: '#,##0;-#,##0',
  39: '#,##0.00;-#,##0.00',
  40: '#,##0.00;-#,##0.00',
  41: '#,##0;-#,##0;"-"',
  42: '"$"#,##0;-"$"#,##0;"-"',
  43: '#,##0.00;-#,##0.00;"-"',
  44: '"$"#,##0.00;-"$"#,##0.00;"-"',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '0.0E+0',
  49: '@',
}

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const dayMs = 86_400_000

/** Writes a number as a cell without a format shows it: at most 11 digits. */
export function general(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e11) return String(value)
  const size = Math.abs(value)
  if (size !== 0 && (size >= 1e11 || size < 1e-9))
    return value
      .toExponential(5)
      .replace(/\.?0+e/, 'E')
      .replace('e', 'E')
  return String(Number(value.toPrecision(10)))
}

type Token = { kind: 'literal' | 'code'; text: string }

/** The parts of one section of a format: literals, and codes in lower case. Colours, fillers and conditions are left out. */
function tokensOf(section: string): Token[] {
  const tokens: Token[] = []
  const pattern =
    /"([^"]*)"|\\(.)|_.|\*.|\[\$([^\]-]*)(?:-[^\]]*)?\]|(\[(?:h+|m+|s+)\])|\[[^\]]*\]|(general|am\/pm|a\/p|y+|m+|d+|h+|s+(?:\.0+)?|[#0?.,%]+|e[+-]|@)|(.)/gis
  for (const [all, quoted, escaped, currency, elapsed, code, other] of section.matchAll(pattern)) {
    const literal = quoted ?? escaped ?? currency ?? other ?? (all.startsWith('_') ? ' ' : undefined)
    if (literal !== undefined) tokens.push({ kind: 'literal', text: literal })
    else if (elapsed ?? code) tokens.push({ kind: 'code', text: (elapsed ?? code ?? '').toLowerCase() })
  }
  return tokens
}

const isDateCode = ({ kind, text }: Token) => kind === 'code' && /^(\[?[ymdhs]|am|a\/p)/.test(text)

export function formatNumber(value: number, format: string | undefined, from1904: boolean): string {
  if (!format || /^general$/i.test(format) || format === '@' || format.length > 300) return general(value)
  const sections = splitSections(format)
  const which = value < 0 && sections.length > 1 ? 1 : value === 0 && sections.length > 2 ? 2 : 0
  const tokens = tokensOf(sections[which] ?? '')
  if (tokens.some(isDateCode)) return formatDate(value, tokens, from1904)
  const sign = value < 0 && which === 0 ? '-' : ''
  return sign + digits(Math.abs(value), tokens)
}

/** Splits a format at semicolons that are not in quotes. */
function splitSections(format: string): string[] {
  return (format.match(/(?:"[^"]*"|\\.|\[[^\]]*\]|[^;"\\[])+|(?<=;)(?=;|$)/g) ?? [format]).slice(0, 4)
}

function digits(value: number, tokens: Token[]): string {
  const codes = tokens.filter(({ kind, text }) => kind === 'code' && /^[#0?.,%]+$/.test(text))
  const all = codes.map(({ text }) => text).join('')
  if (all === '')
    return tokens
      .map(({ kind, text }) => (kind === 'literal' ? text : text === 'general' ? general(value) : ''))
      .join('')
  const percents = all.split('%').length - 1
  const [whole = '', fraction = ''] = all.replaceAll('%', '').split('.')
  const thousands = /,+$/.exec(all.replaceAll('%', '').split('.').at(-1) ?? '')?.[0].length ?? 0
  const scaled = (value * 100 ** percents) / 1000 ** thousands
  const most = Math.min(20, fraction.replaceAll(',', '').length)
  const least = fraction.replace(/[#?,]+$/, '').replaceAll(',', '').length
  let number: string
  if (tokens.some(({ text }) => /^e[+-]$/.test(text))) {
    const [mantissa = '', power = ''] = scaled.toExponential(most).split('e')
    return `${mantissa}E${power.startsWith('-') ? '-' : '+'}${power.replace(/[+-]/, '').padStart(2, '0')}`
  }
  if (scaled >= 1e21) return general(value)
  number = scaled.toFixed(most)
  let [before = '', after = ''] = number.split('.')
  while (after.length > least && after.endsWith('0')) after = after.slice(0, -1)
  const zeros = whole.replace(/[^0]/g, '').length
  if (before === '0' && zeros === 0 && after) before = ''
  before = before.padStart(Math.min(40, zeros), '0')
  if (/,[#0?]/.test(whole)) before = before.replace(/\B(?=(\d{3})+$)/g, ',')
  number = after ? `${before}.${after}` : before
  let placed = false
  return tokens
    .map((token) => {
      if (token.kind === 'literal') return token.text
      if (!codes.includes(token)) return ''
      const percent = token.text.includes('%') ? '%'.repeat(token.text.split('%').length - 1) : ''
      if (placed || !/[#0?]/.test(token.text)) return percent
      placed = true
      return number + percent
    })
    .join('')
}

function formatDate(serial: number, tokens: Token[], from1904: boolean): string {
  if (!(serial >= 0) || serial > 2_958_466) return general(serial)
  // The calendar of spreadsheets has a 29 February 1900.
  const days = from1904 ? serial + 1462 : serial < 60 ? serial + 1 : serial
  const seconds = Math.round((days % 1) * 86_400)
  const at = new Date(Date.UTC(1899, 11, 30) + Math.floor(days) * dayMs + seconds * 1_000)
  const half = tokens.some(({ kind, text }) => kind === 'code' && /^(am|a\/p)/.test(text))
  const hours = at.getUTCHours()
  const two = (number: number, code: string) => String(number).padStart(Math.min(2, code.length), '0')
  return tokens
    .map(({ kind, text }, index) => {
      if (kind === 'literal') return text
      if (text.startsWith('[h')) return String(Math.floor(serial * 24 + 1e-9))
      if (text.startsWith('[m')) return String(Math.floor(serial * 1_440 + 1e-9))
      if (text.startsWith('[s')) return String(Math.round(serial * 86_400))
      if (text.startsWith('y'))
        return text.length > 2 ? String(at.getUTCFullYear()) : two(at.getUTCFullYear() % 100, 'yy')
      if (text.startsWith('h')) return two(half ? hours % 12 || 12 : hours, text)
      if (text.startsWith('s')) return two(at.getUTCSeconds(), text.slice(0, 2).replace('.', ''))
      if (text === 'am/pm') return hours < 12 ? 'am' : 'pm'
      if (text === 'a/p') return hours < 12 ? 'a' : 'p'
      if (text.startsWith('d')) {
        const name = dayNames[at.getUTCDay()] ?? ''
        return text.length > 3 ? name : text.length === 3 ? name.slice(0, 3) : two(at.getUTCDate(), text)
      }
      if (text.startsWith('m')) {
        const code = (which: Token | undefined) => (which?.kind === 'code' ? which.text : '')
        const codes = tokens.filter((token) => token.kind === 'code')
        const place = codes.indexOf(tokens[index] as Token)
        if (/^\[?h/.test(code(codes[place - 1])) || /^s/.test(code(codes[place + 1])))
          return two(at.getUTCMinutes(), text)
        const name = monthNames[at.getUTCMonth()] ?? ''
        return text.length === 3
          ? name.slice(0, 3)
          : text.length === 4
            ? name
            : text.length > 4
              ? name.slice(0, 1)
              : two(at.getUTCMonth() + 1, text)
      }
      return text === '.' || text === ',' ? text : ''
    })
    .join('')
}
