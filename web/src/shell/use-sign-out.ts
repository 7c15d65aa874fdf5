import { screen, success } from '@deedbox/contract/messages.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../lib/api.ts'
import { unsubscribe } from '../lib/notices.ts'
import { leaveWith } from '../lib/parting.ts'
import { holdSession, queryClient } from '../lib/query.ts'
import { signedOutHere } from '../lib/session.ts'
import { dropShared } from '../lib/shared-files.ts'
import { toast } from '../ui/toast.tsx'

/** Signs out and leaves for the first page. */
export const useSignOut = () =>
  useMutation({
    async mutationFn() {
      // Hold the session, as queries that still load would find none and redirect to the sign-in page.
      holdSession(true)
      await queryClient.cancelQueries()
      return call('DELETE /api/session')
    },
    async onSuccess() {
      await Promise.all([dropShared(), unsubscribe()])
      signedOutHere()
      leaveWith(success.logout, '/')
    },
    onError(error) {
      holdSession(false)
      toast.failure(screen.logoutFailed, error)
    },
  })
