import { z } from 'zod'
import { day, line, paragraphs } from './fields.ts'
import { limits } from './limits.ts'
import { certaintyNames, type Sourced } from './sourced-terms.ts'

const { title, address, message } = limits.text

/** Facts of an entry that rests on the law: where it stands, who read it when, and when it holds. */
export const sourced = {
  /** Act and section. */
  act: line(title).default(''),
  /** Where that was read or reported. */
  source: line(address).default(''),
  /** Day on which it was read; null: it was not. */
  readOn: day.nullable().default(null),
  certainty: z.enum(certaintyNames),
  validFrom: day.nullable().default(null),
  validTo: day.nullable().default(null),
  note: paragraphs(message).default(''),
}

/** Refuses what contradicts itself in a body with these facts. */
export function checkSourced(given: Sourced, ctx: z.RefinementCtx): void {
  const { certainty, readOn, validFrom, validTo } = given
  const issue = (path: keyof Sourced, text: string) =>
    ctx.addIssue({ code: 'custom', path: [path], message: text })
  if (certainty === 'verified' && readOn === null)
    issue('readOn', 'Please enter the day on which it was read')
  if (validFrom && validTo && validTo < validFrom) issue('validTo', 'The last day is before the first.')
}
