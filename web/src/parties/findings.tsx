import { findingKinds } from '@deedbox/contract/party-rules.ts'
import { Alert, Anchor, Button, Text, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from 'react-router'
import classes from './parties.module.css'
import type { Roles } from './queries.ts'

/** Contradictions, with what to do about each; `onShow` goes to a day of it. */
export function Findings(props: {
  findings: Roles['findings']
  onShow: (day: string) => void
  /** Callback that opens the end of a role with what is proposed. */
  onEnd: (ends: NonNullable<Roles['findings'][number]['ends']>) => void
}) {
  const { findings } = props
  if (findings.length === 0) return null
  return (
    <>
      <h3 className={classes.question}>
        {findings.length === 1
          ? 'One thing does not fit together'
          : `${findings.length} things do not fit together`}
      </h3>
      <ul className={classes.findings}>
        {findings.map(({ kind, says, advice, notVerified, documents, ends, from, until }) => {
          const day = from ?? until
          return (
            <li key={`${kind} ${says}`}>
              <Alert color="amber" icon={<IconAlertTriangle aria-hidden="true" />} title={findingKinds[kind]}>
                <p>{says}</p>
                <p>{advice}</p>
                {documents.length > 0 && (
                  <p className={classes.links}>
                    {documents.map(({ id, title }) => (
                      <Anchor key={id} component={Link} to={`/documents/${id}`}>
                        {title}
                      </Anchor>
                    ))}
                  </p>
                )}
                {notVerified && (
                  <Text component="p" size="sm" c="dimmed">
                    {notVerified}
                  </Text>
                )}
                {ends && (
                  <Button mt="xs" mr="xs" size="compact-sm" onClick={() => props.onEnd(ends)}>
                    End role<VisuallyHidden>: {says}</VisuallyHidden>
                  </Button>
                )}
                {day && (
                  <Button mt="xs" size="compact-sm" variant="default" onClick={() => props.onShow(day)}>
                    Show that day<VisuallyHidden>: {says}</VisuallyHidden>
                  </Button>
                )}
              </Alert>
            </li>
          )
        })}
      </ul>
    </>
  )
}
