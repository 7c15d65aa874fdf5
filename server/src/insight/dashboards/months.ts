/** The calendar months from the one of a day (`YYYY-MM-DD`), as `YYYY-MM`, and the first day after them. */
export function monthsFrom(day: string, count: number): { names: string[]; end: string } {
  const [year = 0, month = 0] = day.split('-').map(Number)
  const name = (later: number) => new Date(Date.UTC(year, month - 1 + later, 1)).toISOString().slice(0, 7)
  return { names: Array.from({ length: count }, (_, later) => name(later)), end: `${name(count)}-01` }
}
