import type { Proposals as Given } from '@deedbox/contract/date-rules.ts'
import { certainties } from '@deedbox/contract/sourced-terms.ts'
import { Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../lib/api.ts'
import { When } from '../ui/when.tsx'
import classes from './due-dates.module.css'
import { DueDialog, type DueOf } from './due-dialog.tsx'

export type Proposal = Given['proposals'][number]

/** Dates that the rules propose for a matter or a document, each with its source; somebody confirms them. */
export function Proposals({ of }: { of: DueOf }) {
  const [chosen, setChosen] = useState<Proposal | null>(null)
  const query = {
    ...(of.matter && { matter: of.matter.id }),
    ...(of.document && { document: of.document.id }),
  }
  const { data } = useQuery({
    queryKey: ['due-dates', 'proposals', query],
    queryFn: ({ signal }) => call('GET /api/due-dates/proposals', { query, signal }),
  })
  if (!data || (data.proposals.length === 0 && data.asks.length === 0)) return null
  return (
    <Stack gap="xs" mb="md">
      {data.proposals.length > 0 && (
        <ul className={classes.proposals} aria-label="Proposed dates">
          {data.proposals.map((proposal) => {
            const { rule, dueOn, document } = proposal
            return (
              <li key={`${rule.id} ${document?.id ?? dueOn}`}>
                <div>
                  <strong>{rule.title}</strong>: <When at={dueOn} />
                  {document && !of.document && <> · {document.title}</>}
                  <Text size="sm" c="dimmed">
                    {[rule.act, rule.source, certainties[rule.certainty]].filter(Boolean).join(' · ')}
                    {rule.readOn && (
                      <>
                        {' '}
                        on <When at={rule.readOn} />
                      </>
                    )}
                  </Text>
                </div>
                <Button variant="default" size="compact-sm" onClick={() => setChosen(proposal)}>
                  Confirm<VisuallyHidden> {rule.title}</VisuallyHidden>
                </Button>
              </li>
            )
          })}
        </ul>
      )}
      {data.asks.length > 0 && (
        <Text size="sm">
          {of.document ? (
            'Correct its details and say when, where and how it was signed, so that the right dates are proposed.'
          ) : (
            <Group gap="xs" component="span">
              Say when, where and how these were signed, so that the right dates are proposed:
              {data.asks.map(({ id, title }) => (
                <Link key={id} to={`/documents/${id}`}>
                  {title}
                </Link>
              ))}
            </Group>
          )}
        </Text>
      )}
      {chosen && <DueDialog of={of} proposal={chosen} onClose={() => setChosen(null)} />}
    </Stack>
  )
}
