import { screen } from '@deedbox/contract/messages.ts'
import { Alert, Button, Stack, Textarea, TextInput } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { useState } from 'react'
import { type Answer, call } from '../lib/api.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import classes from './system.module.css'

type Found = Answer<'GET /api/documents/:documentId'>['document']
const number = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i

/** The key of one document: encrypted anew, or destroyed. */
export function OneDocument() {
  const [found, setFound] = useState<Found | null>(null)
  const [asked, setAsked] = useState<'reencrypt' | 'destroy' | null>(null)
  const form = useServerForm({
    initialValues: { address: '' },
    validate: {
      address: (typed) => (number.test(typed) ? null : 'Please paste the address of the document’s page'),
    },
    async send({ address }) {
      const documentId = number.exec(address)?.[0].toLowerCase() ?? ''
      setFound((await call('GET /api/documents/:documentId', { params: { documentId } })).document)
    },
  })
  return (
    <section className={classes.section} aria-labelledby="one-document">
      <h2 id="one-document">The key of one document</h2>
      <form noValidate onSubmit={form.submit}>
        <Stack maw="32rem">
          <FormFailure error={form.failure} />
          <TextInput
            label="Address of the document’s page"
            description="To encrypt it under a new key, or to destroy its key so that nobody can ever read it again"
            autoComplete="off"
            {...form.getInputProps('address')}
          />
          <div className={classes.actions}>
            <SubmitButton busy={form.busy}>Find</SubmitButton>
          </div>
        </Stack>
      </form>
      {found && (
        <>
          <p>{found.title}</p>
          <div className={classes.actions}>
            <Button variant="default" onClick={() => setAsked('reencrypt')}>
              Encrypt anew
            </Button>
            <Button variant="default" c="wax" onClick={() => setAsked('destroy')}>
              Destroy the key
            </Button>
          </div>
        </>
      )}
      {found && asked === 'reencrypt' && (
        <ConfirmDialog
          title={`Encrypt “${found.title}” anew?`}
          confirm="Encrypt anew"
          failure={screen.reencrypt}
          onClose={() => setAsked(null)}
          act={async () => {
            await call('POST /api/documents/:documentId/reencryption', { params: { documentId: found.id } })
            toast.success(`“${found.title}” is under a new key`)
          }}
        >
          It gets a new key. The old one stays until the new content was read back and is the same.
        </ConfirmDialog>
      )}
      {found && asked === 'destroy' && (
        <DestroyDialog
          document={found}
          onClose={() => setAsked(null)}
          onDestroyed={() => {
            setFound(null)
            form.reset()
          }}
        />
      )}
    </section>
  )
}

function DestroyDialog(props: { document: Found; onClose: () => void; onDestroyed: () => void }) {
  const { document, onClose, onDestroyed } = props
  const [receipt, setReceipt] = useState<string | null>(null)
  const form = useServerForm({
    initialValues: { title: '', reason: '' },
    fieldOf: { 'title-wrong': 'title' },
    async send(body) {
      const made = await call('POST /api/documents/:documentId/destruction', {
        params: { documentId: document.id },
        body,
      })
      setReceipt(`${made.receipt}\nKey of the signature: ${made.verifierKey}\n`)
    },
  })
  const close = () => {
    if (receipt) onDestroyed()
    onClose()
  }
  return (
    <Dialog onClose={close} title={`Destroy the key of “${document.title}”?`}>
      {receipt ? (
        <Stack>
          <Alert color="eucalyptus" icon={<IconReceipt />} title="The key was destroyed">
            This receipt is in the audit trail too.
          </Alert>
          <Textarea label="Receipt" value={receipt} readOnly autosize />
          <DialogButtons>
            <CopyButton text={receipt}>Copy</CopyButton>
            <Button onClick={close}>Close</Button>
          </DialogButtons>
        </Stack>
      ) : (
        <form noValidate onSubmit={form.submit}>
          <Stack>
            <FormFailure error={form.failure} title={screen.destroyKey} />
            <Alert color="wax">
              Nobody can ever read the document again, and it cannot be restored. Access to it ends.
            </Alert>
            <TextInput
              label="Type its title"
              autoComplete="off"
              data-autofocus
              {...form.getInputProps('title')}
            />
            <Textarea label="Reason" autosize minRows={2} {...form.getInputProps('reason')} />
            <DialogButtons>
              <CancelButton onCancel={close} disabled={form.busy} />
              <SubmitButton busy={form.busy} color="wax">
                Destroy the key
              </SubmitButton>
            </DialogButtons>
          </Stack>
        </form>
      )}
    </Dialog>
  )
}
