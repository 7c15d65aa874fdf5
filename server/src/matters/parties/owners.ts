import { wordsIn } from '@deedbox/contract/audit-events.ts'
import { abnText, acnText } from '@deedbox/contract/business-numbers.ts'
import { ownersNote, ownersOn } from '@deedbox/contract/owner-rules.ts'
import type { exportOwners as csv, printOwners as print } from '@deedbox/contract/owners.ts'
import type { MatterRole } from '@deedbox/contract/parties.ts'
import { unseenDocument } from '@deedbox/contract/party-rules.ts'
import { natures, partyKinds, partyRoles, roleText } from '@deedbox/contract/party-terms.ts'
import type { FastifyReply } from 'fastify'
import type { Raw } from '../../kernel/http/handler.ts'
import { sendTable, type TableColumns } from '../../kernel/http/send-table.ts'
import { aboutMatter, findMatter } from '../../policy/matters.ts'
import { grey, ink, startPage } from './page.ts'
import { linesOf } from './print.ts'
import { readParties } from './read.ts'

/** Reads the register and records that it was told, in one transaction. @throws Refusal 'matter-not-found' */
const readOwners = (raw: Raw<typeof csv> | Raw<typeof print>, matterId: string, on: string) =>
  raw.transact(async (ctx) => {
    const matter = await findMatter(ctx, matterId)
    await ctx.audit({ event: 'matter_owners_told', details: { ...aboutMatter(matter), on } })
    const { held } = await readParties(ctx, matter)
    return { matter, ...ownersOn(matter, held, on) }
  })

const columns: TableColumns<MatterRole> = {
  Party: ({ party }) => party.name,
  Kind: ({ party }) => partyKinds[party.kind],
  ABN: ({ party }) => abnText(party.abn),
  ACN: ({ party }) => acnText(party.acn),
  Role: ({ role }) => partyRoles[role].label,
  Nature: ({ nature }) => (nature ? natures[nature] : ''),
  'First day': ({ from }) => from.day ?? '',
  Instrument: ({ from: { document } }) => (document ? (document.title ?? unseenDocument) : ''),
  Clause: ({ from }) => from.clause,
  'Last day': ({ until }) => until?.day ?? '',
  Note: ({ note }) => note,
}

/** Exports the register of beneficial owners on a day as CSV; audited before its first byte is sent. @throws Refusal 'matter-not-found' */
export async function exportOwners(
  raw: Raw<typeof csv>,
  matterId: string,
  on: string,
): Promise<FastifyReply> {
  const { owners } = await readOwners(raw, matterId, on)
  return sendTable(raw.reply, `beneficial-owners-${on}.csv`, {
    columns,
    given: undefined,
    batches: async function* () {
      yield owners
    },
  })
}

/** Prints the register of beneficial owners on a day; audited before it is sent. @throws Refusal 'matter-not-found' */
export async function printOwners(
  raw: Raw<typeof print>,
  matterId: string,
  on: string,
): Promise<FastifyReply> {
  const { matter, owners, lacks } = await readOwners(raw, matterId, on)
  const { timeZone } = raw.settings
  const { day } = wordsIn(timeZone)
  const asked = { matter, by: raw.actor.name, at: raw.now, timeZone }
  const { pdf, say, head, finish } = startPage(`Beneficial owners on ${day(on)}`, asked)
  head('Who owns, controls or benefits')
  if (owners.length === 0) say('Nobody is recorded for this day.')
  for (const role of owners) {
    const { name, abn, acn, kind } = role.party
    const number = acn ? `ACN ${acnText(acn)}` : abn && `ABN ${abnText(abn)}`
    say(`${name} – ${roleText(role)}`, 10, ink, 'bold')
    say([partyKinds[kind], number].filter(Boolean).join(', '), 9, grey)
    for (const line of linesOf(role, day)) say(line)
    pdf.moveDown(0.35)
  }
  if (lacks.length > 0) {
    head('Not recorded for this day')
    for (const role of lacks) say(role)
  }
  return raw.reply
    .headers({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="beneficial-owners-${on}.pdf"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .send(await finish(ownersNote))
}
