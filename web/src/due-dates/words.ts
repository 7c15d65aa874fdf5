import { counted } from '@deedbox/contract/counts.ts'
import { dueKindLabels, repeats } from '@deedbox/contract/due-date-terms.ts'
import type { DueDate } from './queries.ts'

const said = (words: Readonly<Record<string, string>>, name: string) => words[name] ?? name
const repeatWords = Object.fromEntries(Object.entries(repeats).map(([name, { label }]) => [name, label]))

export const kindText = ({ kind }: DueDate): string => said(dueKindLabels, kind)
export const repeatText = (how: string): string => said(repeatWords, how)

/** Names what it is of: its matter, its document, or both. */
export const ofText = ({ matter, document }: DueDate): string =>
  [matter?.name, document?.title].filter(Boolean).join(' · ')

/** Writes days before a date: '30 days before', 'on the day'. */
export const remindText = (days: readonly number[]): string =>
  days.length === 0
    ? 'Nobody is reminded'
    : days.map((n) => (n === 0 ? 'on the day' : `${counted(n, 'day')} before`)).join(', ')

/** Reads days as they are typed: '30, 7, 0'. Null: something else was typed. */
export function readDays(typed: string): number[] | null {
  const parts = typed.split(/[\s,;]+/).filter(Boolean)
  return parts.every((part) => /^\d{1,4}$/.test(part)) ? parts.map(Number) : null
}
