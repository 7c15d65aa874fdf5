import { Button, Title } from '@mantine/core'
import { IconArrowLeft, IconDots } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import classes from './page-header.module.css'
import { PageTitle } from './page-title.tsx'

/**
 * The top of a page: its title (also the tab's), a link back, and its actions. Above a `list`, a phone shows one line: the title, the `primary` action,
 * and a button for the others.
 */
export function PageHeader(props: {
  title: string
  back?: { to: string; label: string }
  lead?: ReactNode
  actions?: ReactNode
  primary?: ReactNode
  list?: boolean
}) {
  const { actions, primary } = props
  const [opened, setOpened] = useState(false)
  const id = useId()
  return (
    <header className={classes.header} data-brief={props.list || undefined}>
      <PageTitle title={props.title} />
      {props.back && (
        <Link to={props.back.to} className={classes.back}>
          <IconArrowLeft size={16} aria-hidden="true" />
          {props.back.label}
        </Link>
      )}
      <div className={classes.row}>
        <div className={classes.titles}>
          <Title order={1} tabIndex={-1} className={classes.title}>
            {props.title}
          </Title>
          {props.lead && <div className={classes.lead}>{props.lead}</div>}
        </div>
        {(actions || primary) && (
          <div className={classes.actions}>
            {actions && primary && (
              <Button
                variant="default"
                className={classes.more ?? ''}
                aria-label="More actions"
                aria-expanded={opened}
                aria-controls={id}
                onClick={() => setOpened(!opened)}
              >
                <IconDots size={18} aria-hidden="true" />
              </Button>
            )}
            {primary ? (
              <>
                <div id={id} className={classes.others} data-opened={opened || undefined}>
                  {actions}
                </div>
                {primary}
              </>
            ) : (
              actions
            )}
          </div>
        )}
      </div>
    </header>
  )
}
