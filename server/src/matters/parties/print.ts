import { wordsIn } from '@deedbox/contract/audit-events.ts'
import type { printRoles as endpoint, MatterRole } from '@deedbox/contract/parties.ts'
import { clauseText, findingKinds, rolesOn, unseenDocument } from '@deedbox/contract/party-rules.ts'
import { roleText, signingRoles } from '@deedbox/contract/party-terms.ts'
import type { FastifyReply } from 'fastify'
import type { Raw } from '../../kernel/http/handler.ts'
import { aboutMatter, findMatter } from '../../policy/matters.ts'
import { grey, ink, type PageOf, startPage } from './page.ts'
import { readParties } from './read.ts'

/** Prints who is party to a matter on a day, on one page where it fits; audited before it is sent. @throws Refusal 'matter-not-found' */
export async function printRoles(
  raw: Raw<typeof endpoint>,
  matterId: string,
  on: string,
): Promise<FastifyReply> {
  const read = await raw.transact(async (ctx) => {
    const matter = await findMatter(ctx, matterId)
    await ctx.audit({ event: 'matter_parties_printed', details: { ...aboutMatter(matter), on } })
    return { matter, ...(await readParties(ctx, matter)) }
  })
  const { timeZone } = raw.settings
  const pdf = await draw({ ...read, on, by: raw.actor.name, at: raw.now, timeZone })
  return raw.reply
    .headers({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="parties-${on}.pdf"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .send(pdf)
}

type Page = Awaited<ReturnType<typeof readParties>> & PageOf

async function draw({ held: roles, findings, on, ...page }: Page): Promise<Buffer> {
  const { matter } = page
  const { day } = wordsIn(page.timeZone)
  const { pdf, say, head, finish } = startPage(`Parties on ${day(on)}`, page)
  const held = rolesOn(roles, on)
  const signing = signingRoles(matter.kind)
  const signs = held.filter(({ role }) => signing.includes(role))
  const list = (those: typeof held) => {
    for (const role of those) {
      say(`${role.party.name} – ${roleText(role)}`, 10, ink, 'bold')
      for (const line of linesOf(role, day)) say(line)
      pdf.moveDown(0.35)
    }
  }
  head(matter.kind === 'person' ? 'Who could sign besides the person' : 'Who could sign')
  if (signs.length === 0) say('Nobody is recorded for this day.')
  list(signs)
  const others = held.filter((role) => !signs.includes(role))
  if (others.length > 0) head('Other parties')
  list(others)
  const now = findings.filter(
    ({ from, until }) => (from === null || from <= on) && (until === null || on <= until),
  )
  head('What does not fit together on this day')
  if (now.length === 0) say('Nothing was found in what is recorded.')
  for (const { kind, says, notVerified } of now) {
    say(findingKinds[kind], 10, ink, 'bold')
    say(says)
    if (notVerified) say(notVerified, 9, grey)
    pdf.moveDown(0.35)
  }
  const elsewhere = findings.length - now.length
  if (elsewhere > 0) say(`${elsewhere} more at other times.`, 9, grey)
  return finish(
    'First and last days are included; a role whose first day is not known counts for every day until its last. This page tells what is recorded in Deedbox and is no legal advice.',
  )
}

export function linesOf(
  { from, until, note, begins, ends }: MatterRole & { begins: boolean; ends: boolean },
  day: (day: string) => string,
): string[] {
  const since = from.day ? `From ${day(from.day)}${begins ? ' (the first day)' : ''}` : 'First day not known'
  const end = until ? sentence(`Until ${day(until.day)}${ends ? ' (the last day)' : ''}`, until) : ''
  return [sentence(since, from), end, note].filter(Boolean)
}

/** Writes 'From 3 May 2010, Deed of appointment, clause 4, by Ann Lee'. */
const sentence = (
  begin: string,
  { document, clause, by }: Pick<MatterRole['from'], 'document' | 'clause' | 'by'>,
): string =>
  [begin, document && (document.title ?? unseenDocument), clauseText(clause), by && `by ${by.name}`]
    .filter(Boolean)
    .join(', ')
