import type { Page } from '@playwright/test'
import { dayMs } from '../contract/src/durations.ts'
import type { Deedbox, Person } from './support/deedbox.ts'
import { deed } from './support/files.ts'
import { type Ids, type Outcome, publicRoutes, routes, type State, states } from './support/routes.ts'
import { expect, test } from './support/test.ts'

let known: Promise<{ ids: Ids; people: Record<State, Person | null> }> | undefined

for (const state of states)
  test(`every route of the specification for: ${state}`, async ({ deedbox, visit }) => {
    known ??= prepare(deedbox)
    const { ids, people } = await known
    const expected = routes(ids).map(({ path, outcome }) => ({ path, at: path, ...outcome(state) }))
    const lost = state === 'expired guest' ? 'Access Expired' : 'Oops! Page not found'
    const page = await visit(people[state], '/no/such/page')
    await expect(page.getByRole('heading', { level: 1, name: lost })).toBeVisible()
    if (lost.startsWith('Oops'))
      await expect(page.getByRole('main').getByRole('link')).toHaveAttribute('href', '/')
    expect(await walk(page, expected, lost)).toEqual(expected)

    for (const { path, outcome } of publicRoutes) {
      const answer = await page.request.get(path)
      const heading = /<h1[^>]*>(.*?)<\/h1>/.exec(await answer.text())?.[1]
      expect({ path, status: answer.status(), heading }).toEqual({ path, status: 200, ...outcome(state) })
    }
  })

test('every public page is shown in the browser as it is served', async ({ visit }) => {
  const page = await visit(null)
  for (const { path, outcome } of publicRoutes) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(outcome('signed out').heading)
    await expect(page).toHaveURL(path)
  }
})

/** Prepares a person in each state, a document and a request to an owner. */
async function prepare(deedbox: Deedbox) {
  const named = { firstName: 'Alex', name: 'Alex Tester' }
  const make = (role: string, more: object = {}) => deedbox.person(role, { ...named, ...more })
  const people: Record<State, Person | null> = {
    admin: await make('admin'),
    trustee: await make('trustee'),
    b2b_admin: await make('b2b_admin', { organization: 'Harbour Legal' }),
    requestor: await make('requestor'),
    guest: await make('guest', { accessExpiresAt: new Date(Date.now() + 90 * dayMs) }),
    'unknown role': await make('auditor'),
    'unconfirmed trustee': await make('trustee', { confirmedAt: null }),
    'signed out': null,
    deactivated: await make('requestor'),
    'expired guest': await make('guest', { accessExpiresAt: new Date(Date.now() - 60_000) }),
  }
  const { admin, trustee, guest, deactivated } = people
  if (!admin || !trustee || !guest || !deactivated) throw new Error('somebody is missing')
  const documentTitle = 'Evans deed'
  const documentId = await deedbox.upload(trustee, documentTitle, await deed(documentTitle, 4))
  await deedbox.share(trustee, documentId, guest.email)
  const asked = deedbox.call(people.requestor, 'POST', '/api/owner-requests', {
    ownerEmail: people['unconfirmed trustee']?.email,
    message: 'The deed, please.',
  })
  const { request } = await deedbox.must<{ request: { id: string; requesterName: string } }>(asked)
  await deedbox.must(deedbox.call(admin, 'POST', `/api/users/${deactivated.id}/deactivate`))
  const ids = { documentId, documentTitle, requestId: request.id, requester: request.requesterName }
  return { ids, people }
}

type Step = Outcome & { path: string; at: string }

/**
 * Opens each address as a link inside the application does, without loading the page again, and returns where that led. Each walk begins at the page
 * for unknown addresses, so that no page is mistaken for the next.
 */
const walk = (page: Page, steps: Step[], lost: string): Promise<Step[]> =>
  page.evaluate(
    async ({ steps, lost }) => {
      const heading = () => document.querySelector('main h1')?.textContent ?? ''
      const at = () => location.pathname + location.search
      const go = (path: string) => {
        history.pushState(null, '', path)
        dispatchEvent(new PopStateEvent('popstate'))
      }
      const until = async (done: () => boolean) => {
        const end = performance.now() + 5_000
        while (!done() && performance.now() < end) await new Promise(requestAnimationFrame)
      }
      const seen: Step[] = []
      for (const { path, ...expected } of steps) {
        go('/no/such/page')
        await until(() => heading() === lost)
        go(path)
        await until(() => heading() === expected.heading && at() === expected.at)
        seen.push({ path, at: at(), heading: heading() })
      }
      return seen
    },
    { steps, lost },
  )
