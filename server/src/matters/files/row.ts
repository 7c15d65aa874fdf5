import { plainWord } from '@deedbox/contract/import-terms.ts'
import type { MatterImportRow } from '@deedbox/contract/matter-imports.ts'
import { type DayKind, readDay } from '@deedbox/contract/typed-day.ts'
import type { z } from 'zod'
import type { AuditEntry } from '../../kernel/audit/record.ts'
import type { Acting, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import type { FileRow } from '../../kernel/http/csv-upload.ts'

export type Cells = FileRow<string>

/** Effects that rows would have now, and how they are made: a fixed number of statements, however many rows. */
export type Plan = {
  rows: MatterImportRow[]
  /** Does it, and says what every matter and party is to remember of it. */
  apply: (ctx: Acting<WriteCtx>) => Promise<AuditEntry[]>
}

/** `lock`: nothing that the plan rests on changes until the transaction ends. */
export type PlanOptions = { overwrite: boolean; lock: boolean; today: string }
export type Planner = (ctx: Acting<ReadCtx>, rows: readonly Cells[], options: PlanOptions) => Promise<Plan>

/** Reads the cells of a row, and gathers what is wrong with them. A blank cell is undefined. */
export function reader({ line, cells, cellLines, problem }: Cells) {
  const problems: MatterImportRow['problems'] = problem ? [{ line, text: problem }] : []
  const say = (column: string, text: string) => {
    problems.push({ line: cellLines[column] ?? line, text })
    return undefined
  }
  const cell = (column: string): string | undefined => unescaped(cells[column] ?? '') || undefined
  return {
    line,
    problems,
    say,
    cell,
    /** Reads a text; `name` begins the sentence that says what is wrong. */
    text<T>(column: string, schema: z.ZodType<T>, name: string): T | undefined {
      const typed = cell(column)
      if (typed === undefined) return undefined
      const read = schema.safeParse(typed)
      if (read.success) return read.data
      const [issue] = read.error.issues
      if (issue?.code === 'too_big') return say(column, `${name} has more than ${issue.maximum} characters.`)
      return say(column, `${name}: ${issue?.message ?? 'wrong'}.`)
    },
    needed<T>(column: string, schema: z.ZodType<T>, name: string): T | undefined {
      return cell(column) === undefined ? say(column, `${name} is missing.`) : this.text(column, schema, name)
    },
    choice<K extends string>(
      column: string,
      choices: Record<K, string>,
      name: string,
      also: Record<string, K> = {},
    ): K | undefined {
      const typed = cell(column)
      if (typed === undefined) return undefined
      const word = plainWord(typed)
      const keys = Object.keys(choices) as K[]
      const found = keys.find((key) => plainWord(key) === word || plainWord(choices[key]) === word)
      return found ?? also[word] ?? say(column, `${name} is one of ${Object.values(choices).join(', ')}.`)
    },
    day(column: string, today: string, kind: DayKind, name: string): string | undefined {
      const typed = cell(column)
      if (typed === undefined) return undefined
      const read = readDay(typed, today, kind)
      return 'day' in read ? read.day : say(column, `${name}: ${read.problem}.`)
    },
  }
}
export type Reader = ReturnType<typeof reader>

/** Takes away the apostrophe that exports put before what a spreadsheet would take for a formula. */
const unescaped = (cell: string): string => cell.replace(/^'(?=[=+\-@\t\r＝＋－＠])/u, '')

export const lower = (text: string): string => text.toLowerCase()

/** Groups what was found by a key in lower case. */
export const byLower = <T>(rows: readonly T[], key: (row: T) => string): Map<string, T[]> =>
  Map.groupBy(rows, (row) => lower(key(row)))
