export type Target = { atLeast: number } | { atMost: number }

/** Line of the report: what Deedbox reaches beside the limit of the same run. */
export type Line = {
  what: string
  unit: string
  deedbox: number
  /** Limit; absent if the target is a plain number. */
  limit?: number
  /** Deedbox ÷ limit: the median of the ratios of neighbouring runs. */
  ratio?: number
  /** Target; absent if it is measured for comparison only. */
  target?: Target | undefined
}

export const median = (numbers: readonly number[]): number => {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2
}

/** Runs limit and Deedbox alternately, `rounds` times, changing the order: on a busy machine only neighbouring runs compare. */
export async function inTurn(
  rounds: number,
  limit: () => Promise<number>,
  deedbox: () => Promise<number>,
): Promise<{ limit: number; deedbox: number; ratio: number }> {
  const pairs: { limit: number; deedbox: number }[] = []
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) {
      const first = await limit()
      pairs.push({ limit: first, deedbox: await deedbox() })
    } else {
      const first = await deedbox()
      pairs.push({ deedbox: first, limit: await limit() })
    }
  }
  return {
    limit: median(pairs.map((pair) => pair.limit)),
    deedbox: median(pairs.map((pair) => pair.deedbox)),
    ratio: median(pairs.map((pair) => pair.deedbox / pair.limit)),
  }
}

export const passes = ({ ratio, deedbox, target }: Line): boolean => {
  const reached = ratio ?? deedbox
  if (!target) return true
  return 'atLeast' in target ? reached >= target.atLeast : reached <= target.atMost
}

const rounded = (value: number | undefined): string =>
  value === undefined ? '' : value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2)

const bound = (target: Target): string =>
  'atLeast' in target ? `at least ${target.atLeast}` : `at most ${target.atMost}`

export const verdict = (line: Line): string => (line.target ? (passes(line) ? 'reached' : 'MISSED') : '')

/** Returns a Markdown table, so that the README can hold it as it is printed. */
export function table(lines: readonly Line[]): string {
  const rows = lines.map((line) => {
    return [
      line.what,
      line.unit,
      rounded(line.deedbox),
      rounded(line.limit),
      line.ratio === undefined ? '' : line.ratio.toFixed(2),
      line.target ? bound(line.target) : '',
      verdict(line),
    ]
  })
  const all = [['measured', 'unit', 'Deedbox', 'limit', 'ratio', 'target', ''], ...rows]
  const widths = (all[0] ?? []).map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  const text = all.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  )
  text.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`)
  return text.join('\n')
}
