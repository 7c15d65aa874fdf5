import { Button, FileButton, Group, Text, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, addressOf, messageOf } from '../lib/api.ts'
import { sendRaw } from '../lib/send-raw.ts'
import { useUnsaved } from '../lib/unsaved.ts'
import { CertificateEnds } from './certificate-ends.tsx'
import type { ProviderForm } from './kind-fields.tsx'

type Found = Answer<'POST /api/providers/saml-metadata'>

/** Reads the provider's metadata, by its address or as XML, and fills in the form. */
export function MetadataImport({ form }: { form: ProviderForm }) {
  const [typed, setTyped] = useState('')
  const { mutate, isPending, error, data } = useMutation({
    mutationFn(content: File | string) {
      const url = typeof content === 'string' && !content.trim().startsWith('<') ? content.trim() : undefined
      const address = addressOf('POST /api/providers/saml-metadata', { query: { url } })
      return sendRaw<Found>(address, url ? '' : content, 'application/xml')
    },
    onSuccess: ({ issuer, signInUrl, certificates }) =>
      form.setValues({ issuer, signInUrl, certificates: certificates.join('\n') }),
  })
  useUnsaved(() => typed.trim() !== '' && !data)
  return (
    <div>
      <Textarea
        label="Metadata of the provider"
        description="Its address, or the XML itself. It fills in the three fields below."
        autosize
        minRows={1}
        maxRows={6}
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={error && messageOf(error)}
      />
      <Group gap="xs" mt="xs">
        <Button variant="default" loading={isPending} disabled={!typed.trim()} onClick={() => mutate(typed)}>
          Read metadata
        </Button>
        <FileButton accept=".xml,application/xml,text/xml" onChange={(file) => file && mutate(file)}>
          {(props) => (
            <Button variant="default" {...props}>
              Choose a file
            </Button>
          )}
        </FileButton>
      </Group>
      <Text size="sm" mt="xs" role="status">
        {data && !error && (
          <>
            The fields below are filled in. Certificates expire:{' '}
            <CertificateEnds ends={data.certificateEnds} />.
          </>
        )}
      </Text>
    </div>
  )
}
