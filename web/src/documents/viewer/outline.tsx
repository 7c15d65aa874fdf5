import { Loader, UnstyledButton } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { messageOf } from '../../lib/api.ts'
import classes from './panels.module.css'
import { useOutline, useRefusal } from './use-pages.ts'

/** The bookmarks of the PDF; the last one before the open page is marked, and the list follows it. */
export function Outline(props: {
  documentId: string
  page: number
  onPage: (page: number) => void
  onRefused: (error: unknown) => void
}) {
  const { data, error } = useOutline(props.documentId)
  const refused = useRefusal(error, props.onRefused)
  const list = useRef<HTMLUListElement>(null)
  const open = data?.findLastIndex((entry) => entry.page !== null && entry.page <= props.page)
  useEffect(() => {
    if (open !== undefined)
      list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [open])
  if (!data)
    return error && !refused ? (
      <p className={classes.note} role="alert">
        {messageOf(error)}
      </p>
    ) : (
      <Loader size="sm" role="status" aria-label="Loading the outline" />
    )
  return (
    <ul ref={list} className={classes.list}>
      {data.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: titles may repeat, and the list never changes
        <li key={index} style={{ paddingInlineStart: `${entry.depth}rem` }}>
          {entry.page === null ? (
            <span className={classes.heading}>{entry.title}</span>
          ) : (
            <UnstyledButton
              className={classes.bookmark}
              aria-current={index === open ? 'location' : undefined}
              onClick={() => props.onPage(entry.page ?? 1)}
            >
              <span>{entry.title}</span>
              <span className={classes.number}>
                <span className={classes.unseen}>page </span>
                {entry.page}
              </span>
            </UnstyledButton>
          )}
        </li>
      ))}
    </ul>
  )
}
