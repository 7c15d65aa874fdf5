import { leadsTo } from '@deedbox/contract/link-address.ts'
import { Button, Code, Text } from '@mantine/core'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'

/** Asks before a link leads out of the document, and shows where to. */
export function LinkDialog({ address, onClose }: { address: string; onClose: () => void }) {
  const mail = address.startsWith('mailto:')
  return (
    <Dialog title={mail ? 'Write an email?' : 'Open this link?'} onClose={onClose}>
      <Text>
        {mail ? 'This link begins an email to ' : 'This link in the document leads to '}
        <strong>{leadsTo(address)}</strong>. Deedbox does not know it.
      </Text>
      <Code block mt="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {address}
      </Code>
      <DialogButtons>
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button component="a" href={address} target="_blank" rel="noopener noreferrer" onClick={onClose}>
          {mail ? 'Write the email' : 'Open in a new window'}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
