import { randomUUID } from 'node:crypto'
import { dayMs, hourMs } from '@deedbox/contract/durations.ts'
import { eq } from 'drizzle-orm'
import { authAccounts, organizations, profiles, sessions } from '../src/db/tables/accounts.ts'
import { sessionCookieName, signToken } from '../src/kernel/context/session-cookie.ts'
import { mails } from '../src/mails.ts'
import { endOfDay } from '../src/platform/days.ts'
import { expireGrants } from '../src/sharing/grants/grants.jobs.ts'
import { notifyEnded } from '../src/sharing/notices/ending.ts'
import { noticesIn, tellDue } from '../src/sharing/notices/notices.ts'
import { lapseRequests } from '../src/sharing/requests/requests.jobs.ts'
import type { Running } from '../src/start.ts'
import { failMails, planAsking } from './asking.ts'
import { planCustody } from './custody.ts'
import { planEnquiries } from './enquiring.ts'
import { planFirms } from './firms.ts'
import { recordMonth } from './health.ts'
import { planLeaving } from './leaving.ts'
import { planMatters } from './matters.ts'
import { emailOf, password, people } from './practice.ts'
import { planInspections, planReleases } from './releasing.ts'
import { planLinks, planSharing } from './sharing.ts'
import { createStage, type Stage } from './stage.ts'

/**
 * Fills an empty Deedbox with the practice, through its API and with the clock set back, so that the audit trail records
 * what really happened here.
 */
export async function seed(running: Running): Promise<void> {
  const stage = createStage(running)
  await hire(stage)
  const shared = planSharing(stage)
  planAsking(stage, shared)
  planEnquiries(stage)
  planFirms(stage)
  planTeam(stage)
  planNights(stage)
  planLinks(stage, shared)
  const matterIds = planMatters(stage, shared.deeds)
  planCustody(stage, shared.deeds, matterIds)
  planLeaving(stage)
  planReleases(stage, shared.deeds)
  planInspections(stage)
  await stage.play()
  await failMails(stage)
  await recordMonth(stage)
}

/** Hires the people, with accounts that are long old, each signed in. */
async function hire({ services, dateIn, signIn }: Stage): Promise<void> {
  const { database, config, auth } = services
  const hash = await auth.passwords.hash(password)
  const start = endOfDay(dateIn(-740), config.timeZone)
  const times = { createdAt: start, updatedAt: start }
  const organizationIds = new Map<string, string>()
  for (const name of new Set(people.flatMap(({ organization }) => organization ?? []))) {
    const id = randomUUID()
    organizationIds.set(name, id)
    await database.db.insert(organizations).values({ id, name, ...times })
  }
  for (const person of people) {
    const id = randomUUID()
    const token = randomUUID()
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
      state: person.state ?? '',
      lastSignedInAt: person.seen === undefined ? null : new Date(Date.now() - hourMs - person.seen * dayMs),
      // A guest without an end would be given one, by a job that runs while the clock is set back.
      accessExpiresAt:
        person.accessDays === undefined ? null : endOfDay(dateIn(person.accessDays), config.timeZone),
      ...person.home,
      ...times,
    })
    await database.db
      .insert(authAccounts)
      .values({ accountId: id, providerId: 'credential', userId: id, password: hash, ...times })
    await database.db
      .insert(sessions)
      .values({ token, userId: id, expiresAt: new Date(Date.now() + dayMs), ...times })
    signIn(person.key, `${sessionCookieName(false)}=${signToken(token, auth.secret)}`)
  }
}

/** Plans that Harbour Legal lets somebody go and invites somebody new. */
function planTeam({ at, call, services }: Stage): void {
  for (const { key, leftAgo } of people) {
    // People who left last night are deactivated by an administrator.
    if (!leftAgo) continue
    at(leftAgo, async () => {
      const { db } = services.database
      const [left] = await db
        .select({ id: profiles.id })
        .from(profiles)
        .where(eq(profiles.email, emailOf(key)))
      await call('orgadmin', 'POST', `/api/users/${left?.id}/deactivate`)
    })
  }
  at(2, () =>
    call('orgadmin', 'POST', '/api/invitations', {
      email: 'nadia.osman@harbour.example',
      firstName: 'Nadia',
      lastName: 'Osman',
      role: 'requestor',
      professionalType: 'lawyer',
    }),
  )
}

/** Plans what a server does by itself, on each of the last days. */
function planNights({ services, atMidnight }: Stage): void {
  // Every night of the last weeks, and one in a week before them.
  for (let ago = 735; ago >= 0; ago -= ago > 70 ? 7 : 1)
    atMidnight(ago, async () => {
      await lapseRequests(services)
      await expireGrants(services, (ctx, ended) => notifyEnded(ctx, ended, services))
      for (const notice of noticesIn(mails)) await tellDue(services, notice)
    })
}
