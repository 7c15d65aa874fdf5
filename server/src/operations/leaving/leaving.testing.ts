import { randomUUID } from 'node:crypto'
import { daysBefore } from '@deedbox/contract/durations.ts'
import { eq } from 'drizzle-orm'
import type { LightMyRequestResponse as Response } from 'fastify'
import { organizations } from '../../db/tables/accounts.ts'
import { organization, organizationOf } from '../../kernel/http/samples.testing.ts'
import type { Person, TestApp } from '../../testing/app.ts'

/** Details of an organisation, but for its name. */
export const { name: _, ...details } = organization

/** Calls what is about the leaving of an organisation. */
export const leavingOf = (
  app: TestApp,
  as: Person,
  organizationId: string,
  act: string,
  body: object = {},
): Promise<Response> => app.call(as, 'POST', `/api/organizations/${organizationId}/${act}`, body)

/** A day that is over, on which somebody instructs. */
export const waiver = {
  kind: 'waiver',
  words: 'They have copies of everything',
  givenBy: 'Ann Quill',
  givenOn: '2026-01-31',
}

/** Makes an organisation whose content is locked. */
export async function leftOrganization(app: TestApp, admin: Person): Promise<string> {
  const id = await organizationOf(app, admin, { ...details, name: `Firm ${randomUUID()}` })
  await leave(app, id)
  return id
}

/** Makes as if an organisation had begun to leave so many days ago, by the clock of the tests. */
export const leave = (app: TestApp, id: string, days = 91) =>
  app.services.contexts.work(({ tx, now }) =>
    tx
      .update(organizations)
      .set({ leavingFrom: daysBefore(now, days) })
      .where(eq(organizations.id, id)),
  )
