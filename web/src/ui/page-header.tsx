import { Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './page-header.module.css'
import { PageTitle } from './page-title.tsx'

/** The top of a page: its title (also the tab's), a link back, and its actions. */
export function PageHeader(props: {
  title: string
  back?: { to: string; label: string }
  lead?: ReactNode
  actions?: ReactNode
}) {
  return (
    <header className={classes.header}>
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
        {props.actions && <div className={classes.actions}>{props.actions}</div>}
      </div>
    </header>
  )
}
