import type { Document } from '@deedbox/contract/documents.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { Button, PasswordInput } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call, messageOf } from '../../lib/api.ts'
import { keepFileKey } from '../../lib/file-keys.ts'
import { isRefusal } from './view.ts'
import classes from './viewer.module.css'

/** Asks for the password of a PDF. It is sent once, in the body of a call, and kept nowhere. */
export function PasswordForm(props: {
  document: Document
  onOpened: () => void
  onRefused: (error: unknown) => void
}) {
  const documentId = props.document.id
  const [password, setPassword] = useState('')
  const opening = useMutation({
    mutationFn: () =>
      call('POST /api/documents/:documentId/unlock', { params: { documentId }, body: { password } }),
    onSuccess: ({ key }) => {
      keepFileKey(documentId, key)
      props.onOpened()
    },
    onError: (error) => isRefusal(error) && props.onRefused(error),
  })
  return (
    <form
      className={classes.password}
      onSubmit={(event) => {
        event.preventDefault()
        if (password && !opening.isPending) opening.mutate()
      }}
    >
      <IconLock size={36} stroke={1.3} aria-hidden="true" />
      <h2>This PDF has a password</h2>
      <p>
        The person who made it set one. Deedbox does not know it and does not keep it: type it whenever you
        open this document. The file is stored as it is, and its words cannot be searched.
      </p>
      <PasswordInput
        label="Password of this PDF"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        maxLength={limits.text.filePassword}
        autoComplete="off"
        error={opening.error && messageOf(opening.error)}
        data-autofocus
        autoFocus
      />
      <Button type="submit" loading={opening.isPending} disabled={password === ''}>
        Open
      </Button>
    </form>
  )
}
