import type { LightMyRequestResponse as Response } from 'fastify'
import { organization } from '../../kernel/http/samples.testing.ts'
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
