import { randomUUID } from 'node:crypto'
import { dayOf } from '@deedbox/contract/dates.ts'
import { hashPassword } from 'better-auth/crypto'
import { eq } from 'drizzle-orm'
import { sessionCookieName, signToken } from '../context/session-cookie.ts'
import { authAccounts, organizations, profiles, sessions } from '../db/tables/accounts.ts'
import { endOfDay } from '../platform/days.ts'
import type { Running } from '../start.ts'
import { makeDeedPdf, makeScan, makeWillPdf } from './files.ts'
import { type DemoGrant, families, givenNames, grants, people } from './practice.ts'

export const password = 'Brass-Key-1887'
export const emailOf = (key: string): string => `${key}@deedbox.example`
const day = 86_400_000

/**
 * Fills an empty Deedbox with the practice, through its own calls and with the clock set back: what the audit trail
 * says happened is what happened here.
 */
export async function seed({ app, services }: Running): Promise<void> {
  const { database, clock, config, auth } = services
  const today = Date.now()
  const ago = (days: number) => {
    clock.shiftMs = -days * day
    return new Date(today - days * day)
  }
  const dateIn = (days: number) => dayOf(new Date(today + days * day), config.timeZone)
  const cookies = new Map<string, string>()

  async function call(
    as: string,
    method: 'POST' | 'GET' | 'DELETE',
    url: string,
    body?: Buffer | object,
    type?: string,
  ) {
    const answer = await app.inject({
      method,
      url,
      headers: { host: 'localhost', cookie: cookies.get(as) ?? '', ...(type && { 'content-type': type }) },
      ...(body !== undefined && { payload: body }),
    })
    if (answer.statusCode >= 400)
      throw new Error(`${method} ${url.split('?')[0]}: ${answer.statusCode} ${answer.body}`)
    return answer
  }

  const hash = await hashPassword(password)
  const start = ago(500)
  const organizationIds = new Map<string, string>()
  for (const name of new Set(people.flatMap(({ organization }) => organization ?? []))) {
    const id = randomUUID()
    organizationIds.set(name, id)
    await database.db.insert(organizations).values({ id, name, createdAt: start })
  }
  for (const person of people) {
    const id = randomUUID()
    const token = randomUUID()
    const common = { createdAt: start, updatedAt: start }
    await database.db.insert(profiles).values({
      id,
      email: emailOf(person.key),
      emailVerified: true,
      name: `${person.firstName} ${person.lastName}`,
      firstName: person.firstName,
      lastName: person.lastName,
      role: person.role,
      confirmedAt: person.unconfirmed ? null : start,
      organizationId: person.organization ? (organizationIds.get(person.organization) ?? null) : null,
      professionalType: person.professionalType ?? null,
      accessExpiresAt: null,
      ...common,
    })
    await database.db
      .insert(authAccounts)
      .values({ accountId: id, providerId: 'credential', userId: id, password: hash, ...common })
    await database.db
      .insert(sessions)
      .values({ token, userId: id, expiresAt: new Date(today + day), ...common })
    cookies.set(person.key, `${sessionCookieName(false)}=${signToken(token, auth.secret)}`)
  }

  const plans = planDocuments(dateIn)
  let dealt = 0
  for (const plan of plans) {
    ago(plan.age)
    const query = new URLSearchParams({
      fileName: plan.fileName,
      title: plan.title,
      type: plan.type,
      clientName: plan.client,
    })
    if (plan.expiryDate) query.set('expiryDate', plan.expiryDate)
    const answer = await call(plan.owner, 'POST', `/api/documents?${query}`, await plan.make(), plan.fileType)
    const { id } = answer.json().document
    const wanted = plan.owner.startsWith('trustee')
      ? [grants[dealt % grants.length], grants[(dealt + 3) % grants.length]]
      : []
    dealt += 1
    for (const grant of wanted) if (grant && grant.madeDays <= plan.age) await give(id, plan.owner, grant)
  }

  async function give(documentId: string, owner: string, grant: DemoGrant) {
    ago(grant.madeDays)
    const made = await call(owner, 'POST', `/api/documents/${documentId}/access`, {
      email: emailOf(grant.to),
      accessLevel: grant.level,
      ...(grant.endDays !== undefined && {
        expiresOn: dateIn(grant.renewed ? 1 - grant.madeDays + 30 : grant.endDays),
      }),
    })
    const { id } = made.json().grant
    if (grant.renewed) {
      ago(grant.madeDays - 20)
      await call(owner, 'POST', `/api/access/${id}/renew`, { expiresOn: dateIn(grant.endDays ?? 30) })
    }
    if (grant.revoked) {
      ago(3)
      await call(owner, 'POST', `/api/access/${id}/revoke`)
    }
    if (grant.level === 'download' && !grant.revoked) {
      ago(Math.max(0, grant.madeDays - 1))
      await call(grant.to, 'GET', `/api/documents/${documentId}/content`)
    }
  }

  clock.shiftMs = 0
  for (const { key, accessDays } of people) {
    if (accessDays === undefined) continue
    await database.db
      .update(profiles)
      .set({ accessExpiresAt: endOfDay(dateIn(accessDays), config.timeZone) })
      .where(eq(profiles.email, emailOf(key)))
  }
  await services.jobs.runDue()
}

type Plan = {
  title: string
  client: string
  type: 'trust_deed' | 'other'
  owner: string
  age: number
  expiryDate: string | null
  fileName: string
  fileType: string
  make: () => Promise<Buffer>
}

/** Sixty documents: deeds, wills and scans, of different ages and expiries, owned by different people. */
function planDocuments(dateIn: (days: number) => string): Plan[] {
  const owners = [
    'trustee',
    'trustee',
    'trustee2',
    'trustee',
    'lawyer',
    'trustee2',
    'accountant',
    'newtrustee',
  ]
  const expiries = [null, 400, 5, 60, -10, null, 25, 120, null, 800]
  return Array.from({ length: 60 }, (_, n) => {
    const family = families[n % families.length] ?? 'Taylor'
    const given = givenNames[(n * 3) % givenNames.length] ?? 'Hazel'
    const client = `${given} ${family}`
    const common = {
      client,
      owner: owners[n % owners.length] ?? 'trustee',
      age: 490 - n * 8,
      expiryDate: ((days) => (days == null ? null : dateIn(days)))(expiries[n % expiries.length]),
    }
    const date = dateIn(-2_000 + n * 17)
    const year = date.slice(0, 4)
    const signed = new Date(date)
    if (n % 10 >= 7) {
      const format = (['png', 'jpeg', 'webp', 'tiff'] as const)[n % 4] ?? 'png'
      const title = `Letter of wishes of ${client} (scan)`
      return {
        ...common,
        title,
        type: 'other',
        fileName: `letter-${family}-${n}.${format}`.toLowerCase(),
        fileType: `image/${format}`,
        make: () => makeScan({ title, format, ...(format === 'tiff' && { pages: 3 }) }),
      }
    }
    if (n % 10 >= 4) {
      return {
        ...common,
        title: `Will of ${client}`,
        type: 'other',
        fileName: `will-${given}-${family}-${year}.pdf`,
        fileType: 'application/pdf',
        make: () =>
          makeWillPdf({ testator: client, executor: `${givenNames[(n + 4) % 10]} ${family}`, date: signed }),
      }
    }
    const title = `${family} Family Trust deed ${year}`
    return {
      ...common,
      title,
      type: 'trust_deed',
      fileName: `${family}-family-trust-${year}.pdf`,
      fileType: 'application/pdf',
      make: () =>
        makeDeedPdf({
          title: `${family} Family Trust`,
          parties: {
            settlor: `${givenNames[(n + 1) % 10]} ${family}`,
            trustee: client,
            appointor: client,
            beneficiaries: [`the children of ${client}`],
          },
          date: signed,
          pages: 6 + (n % 5) * 3,
        }),
    }
  })
}
