import type { Nominated } from '@deedbox/contract/nominated.ts'
import type { Nomination } from '@deedbox/contract/nominations.ts'
import { expect } from 'vitest'
import type { Person, TestApp } from '../../testing/app.ts'

export type Named = Person & { name: string }

/** Makes a person whose name the test knows. */
export const namedPerson = async (app: TestApp, role: string, name: string): Promise<Named> =>
  Object.assign(await app.person(role, { name }), { name })

/** Calls of this room, as people make them. */
export function nominating(app: TestApp) {
  const post = (as: Person, url: string, body: object = {}) => app.call(as, 'POST', `/api/${url}`, body)
  return {
    post,
    name: async (as: Person, of: object, nominees: Named[], more: object = {}): Promise<Nomination> => {
      const answer = await post(as, 'nominations', {
        ...{ waitDays: 10, lastsDays: 30, ...of },
        nominees: nominees.map(({ email, name }) => ({ email, name })),
        ...more,
      })
      expect(answer.statusCode, answer.body).toBe(201)
      return answer.json().nomination
    },
    one: async (as: Person, id: string): Promise<Nomination> =>
      (await app.call(as, 'GET', `/api/nominations/${id}`)).json().nomination,
    mine: async (as: Person): Promise<Nominated[]> =>
      (await app.call(as, 'GET', '/api/nominated')).json().nominated,
    act: (as: Person, nomineeId: string, what: string, body: object = {}) =>
      post(as, `nominated/${nomineeId}/${what}`, body),
    ask: (as: Person, nomineeId: string, more: object = {}) =>
      post(as, `nominated/${nomineeId}/ask`, { message: 'She died on Sunday', ...more }),
    bring: (as: Person, nomineeId: string) =>
      app.call(as, 'POST', `/api/nominated/${nomineeId}/evidence?fileName=certificate.txt`, undefined, {
        payload: 'Certificate of death',
        headers: { 'content-type': 'text/plain' },
      }),
    sees: async (as: Person, documentId: string): Promise<boolean> =>
      (await app.call(as, 'GET', `/api/documents/${documentId}`)).statusCode === 200,
  }
}
