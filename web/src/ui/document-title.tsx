import { Cut } from './cut.tsx'
import { DocumentStatus } from './document-status.tsx'
import classes from './stacked.module.css'

/** A document's title in a list, with its status below unless it is active; beside the title it would take its room. */
export function DocumentTitle(props: { title: string; to: string; status: string }) {
  const title = <Cut text={props.title} to={props.to} />
  if (props.status === 'active') return title
  return (
    <div className={classes.titled}>
      {title}
      <DocumentStatus status={props.status} small />
    </div>
  )
}
