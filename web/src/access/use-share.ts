import { counted } from '@deedbox/contract/counts.ts'
import { fill, screen, success } from '@deedbox/contract/messages.ts'
import type { Shared } from '@deedbox/contract/sharing.ts'
import { useState } from 'react'
import { type Answer, type CallInput, call } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { toast } from '../ui/toast.tsx'

export type ShareAnswer = Answer<'POST /api/documents/share'>

/** Shares documents; new access can be undone for ten seconds. `answer` is the last one. */
export function useShare() {
  const [answer, setAnswer] = useState<ShareAnswer | null>(null)
  const share = async (body: CallInput<'POST /api/documents/share'>['body']): Promise<ShareAnswer> => {
    setAnswer(null)
    const next = await call('POST /api/documents/share', { body })
    setAnswer(next)
    void refreshEverything()
    announce(next)
    return next
  }
  return { answer, share }
}

/** Shows a toast, in the answer's own words where one document was shared with one person (specification, section 8). */
function announce({ results, mails }: ShareAnswer): void {
  const done = results.filter(({ result }) => result === 'granted' || result === 'changed')
  const [first] = done
  if (!first) return
  const unsent = mails.filter(({ sent }) => !sent).length
  const people = new Set(done.map(({ email }) => email)).size
  const documents = new Set(done.map(({ documentId }) => documentId)).size
  const one = unsent > 0 ? success.sharedNoMail : fill(success.shared, { email: first.email })
  const whom = people === 1 ? first.email : `${people} people`
  const several =
    unsent > 0
      ? `${counted(documents, 'document')} shared with ${whom}, but ${unsent === 1 ? 'an email notification' : `${unsent} email notifications`} failed`
      : `${counted(documents, 'document')} shared with ${whom} - notification ${people === 1 ? 'email' : 'emails'} sent`
  const message = documents === 1 && people === 1 ? one : several
  const granted = done.filter(({ result }) => result === 'granted')
  const kind = unsent > 0 ? 'warning' : 'success'
  if (granted.length === 0) return void toast[kind](message)
  toast.undoable(message, () => takeBack(granted), screen.revokeFailed, kind)
}

async function takeBack(granted: Shared[]): Promise<string> {
  const grantIds = granted.flatMap(({ grantId }) => grantId ?? [])
  const { count } = await call('POST /api/documents/share/undo', { body: { grantIds } })
  void refreshEverything()
  return count === 1 ? success.revoked : `${counted(count, 'access record')} revoked`
}
