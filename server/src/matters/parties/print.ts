import { fileURLToPath } from 'node:url'
import { wordsIn } from '@deedbox/contract/audit-events.ts'
import { isState, states } from '@deedbox/contract/australia.ts'
import { matterKinds, matterStatuses } from '@deedbox/contract/matter-terms.ts'
import type { printRoles as endpoint, MatterRole } from '@deedbox/contract/parties.ts'
import { findingKinds, rolesOn, unseenDocument } from '@deedbox/contract/party-rules.ts'
import { roleText, signingRoles } from '@deedbox/contract/party-terms.ts'
import type { FastifyReply } from 'fastify'
import PDFDocument from 'pdfkit'
import type { Raw } from '../../kernel/http/handler.ts'
import { aboutMatter, findMatter, type StoredMatter } from '../../policy/matters.ts'
import { readParties } from './read.ts'

/** Fonts, read when a page is made; `import.meta.resolve` needs its argument as a literal. */
const fonts = {
  plain: () => import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  bold: () => import.meta.resolve('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf'),
}
const ink = '#1B2A41'
const grey = '#55606F'
const margin = 48

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

type Page = Awaited<ReturnType<typeof readParties>> & {
  matter: StoredMatter
  on: string
  by: string
  at: Date
  timeZone: string
}

async function draw({ matter, roles, findings, on, by, at, timeZone }: Page): Promise<Buffer> {
  const { day } = wordsIn(timeZone)
  const title = `Parties on ${day(on)}`
  const pdf = new PDFDocument({
    size: 'A4',
    margin,
    lang: 'en-AU',
    displayTitle: true,
    info: { Title: `${title}: ${matter.name}`, Author: by, CreationDate: at, ModDate: at },
  })
  for (const [name, file] of Object.entries(fonts)) pdf.registerFont(name, fileURLToPath(file()))
  const say = (text: string, size = 9, colour = ink, font: keyof typeof fonts = 'plain') =>
    pdf.font(font).fontSize(size).fillColor(colour).text(text, { lineGap: 1.5 })
  const head = (text: string) => {
    pdf.moveDown(0.7)
    say(text, 11, ink, 'bold').moveDown(0.2)
  }
  say(title, 18, ink, 'bold')
  say(matter.name, 12, ink, 'bold')
  const facts = [
    matterKinds[matter.kind],
    matter.reference && `reference ${matter.reference}`,
    matter.governingLaw && isState(matter.governingLaw) && `law of ${states[matter.governingLaw]}`,
    matterStatuses[matter.status].toLowerCase(),
  ]
  say(facts.filter(Boolean).join(' · '), 9, grey)
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
  const asked = new Intl.DateTimeFormat('en-AU', { dateStyle: 'long', timeStyle: 'short', timeZone })
  pdf.moveDown()
  say(
    `Asked by ${by} on ${asked.format(at)}. First and last days are included; a first day that is not known counts from ever. This page tells what is recorded in Deedbox and is no legal advice.`,
    8,
    grey,
  )
  pdf.end()
  const pieces: Buffer[] = []
  for await (const piece of pdf) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

function linesOf(
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
  [begin, document && (document.title ?? unseenDocument), clause && `clause ${clause}`, by && `by ${by.name}`]
    .filter(Boolean)
    .join(', ')
