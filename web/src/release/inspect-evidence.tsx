import { limits } from '@deedbox/contract/limits.ts'
import { Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, ApiError, addressOf, call, messageOf } from '../lib/api.ts'
import { sendRaw } from '../lib/send-raw.ts'
import { FormFailure } from '../ui/form.tsx'
import { ErrorState } from '../ui/states.tsx'
import { EvidenceButton } from './evidence-button.tsx'
import classes from './release.module.css'

const most = limits.inspectionEvidence

/** Brings files of evidence for a request to inspect a will, by the link of its mail. Nothing happens by opening it. */
export function InspectEvidence({ token }: { token: string }) {
  const [sent, setSent] = useState<string[]>([])
  const client = useQueryClient()
  const queryKey = ['inspection-evidence', token]
  const link = useQuery({
    queryKey,
    queryFn: ({ signal }) => call('GET /api/inspection-evidence/:token', { params: { token }, signal }),
    retry: false,
  })
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: async (file: File) => {
      const address = addressOf('POST /api/inspection-evidence/:token', {
        params: { token },
        query: { fileName: file.name },
      })
      const stored = await sendRaw<Answer<'POST /api/inspection-evidence/:token'>>(
        address,
        file,
        file.type || 'application/octet-stream',
      )
      client.setQueryData(queryKey, stored)
      setSent((before) => [...before, file.name])
    },
  })
  // Said before somebody looks for their papers.
  if (link.error instanceof ApiError && link.error.status < 429)
    return <Text role="alert">{messageOf(link.error)}</Text>
  if (link.error)
    return <ErrorState title="Failed to load the link" error={link.error} onRetry={link.refetch} />
  if (!link.data) return null
  const { files } = link.data
  const before = files - sent.length
  return (
    <Stack>
      <Text size="sm">
        Bring a certificate of death and proof of who you are, or what else shows that you may inspect the
        will: photographs, scans or PDFs, up to {most.files} files of at most {most.bytes / 1024 / 1024}
        &nbsp;MB. Only the people who decide see them.
      </Text>
      {before > 0 && <Text size="sm">Files that came before: {before}</Text>}
      {sent.length > 0 && (
        <div role="status">
          <Text size="sm">Sent:</Text>
          <ul className={classes.people}>
            {sent.map((name, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same name may be sent twice.
              <li key={at}>{name}</li>
            ))}
          </ul>
        </div>
      )}
      {isPending && (
        <Text size="sm" role="status">
          Sending {variables.name}. Please leave this page open.
        </Text>
      )}
      <FormFailure title="Failed to send the file" error={error} />
      {files < most.files && <EvidenceButton busy={isPending} onFile={mutate} fullWidth />}
    </Stack>
  )
}
