import { notificationsStore } from '@mantine/notifications'
import { expect, test } from 'vitest'
import { toast } from './toast.tsx'

const shown = () => notificationsStore.getState().notifications.map(({ message }) => message)

test('the same message twice stands once, and another one beside it', () => {
  toast.success('Access revoked successfully')
  toast.success('Access revoked successfully')
  expect(shown()).toEqual(['Access revoked successfully'])
  toast.failure('Failed to revoke access', new Error('gone'))
  toast.failure('Failed to revoke access', new Error('gone'))
  toast.failure('Failed to renew access', new Error('gone'))
  expect(shown()).toHaveLength(3)
  toast.clear()
  expect(shown()).toEqual([])
})
