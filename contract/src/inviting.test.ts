import { expect, test } from 'vitest'
import { invitableRoles } from './inviting.ts'

const at = (organizationId: string | null, confirmed = true) => ({ confirmed, organizationId })

test.each([
  ['admin', at(null), ['admin', 'trustee', 'b2b_admin', 'requestor', 'guest']],
  ['b2b_admin', at('one'), ['requestor', 'guest']],
  ['b2b_admin', at(null), []],
  ['trustee', at(null), ['guest']],
  ['trustee', at(null, false), []],
  ['requestor', at('one'), []],
  ['guest', at(null), []],
  ['wizard', at('one'), []],
])('a %s (%o) invites to %j', (role, more, invited) =>
  expect(invitableRoles({ role, ...more })).toEqual(invited),
)
