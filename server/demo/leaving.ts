import { emailOf, people } from './practice.ts'
import type { Stage } from './stage.ts'

/** Plans that a trustee leaves the practice: two others take over what they answered for. */
export function planLeaving({ lastNight, call }: Stage): void {
  const leaver = people.find(({ role, leftAgo }) => role === 'trustee' && leftAgo === 0)
  if (!leaver) throw new Error('Nobody leaves')
  lastNight(async () => {
    const query = new URLSearchParams({ search: emailOf(leaver.key) })
    const { users } = (await call('admin', 'GET', `/api/users?${query}`)).json()
    const person = `/api/users/${users[0].id}`
    await call('admin', 'POST', `${person}/deactivate`)
    const { counts } = (await call('admin', 'GET', `${person}/hand-over`)).json()
    const toMargaret = ['matters', 'packets', 'dates']
    const parts = Object.keys(counts)
      .filter((kind) => counts[kind] > 0)
      .map((kind) => ({ kind, email: emailOf(toMargaret.includes(kind) ? 'trustee' : 'trustee2') }))
    await call('admin', 'POST', `${person}/hand-over`, { parts, reason: 'Ellis Hargreaves has retired' })
  })
}
