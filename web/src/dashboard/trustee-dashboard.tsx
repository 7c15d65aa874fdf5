import { addressOf, trusteeLists } from '@deedbox/contract/counted-lists.ts'
import { countText } from '@deedbox/contract/counts.ts'
import type { DocumentFilter } from '@deedbox/contract/document-filters.ts'
import { activeFilters } from '@deedbox/contract/filters.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { storageSize } from '@deedbox/contract/sizes.ts'
import { Button } from '@mantine/core'
import { IconFiles, IconUpload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Answer } from '../lib/api.ts'
import { useUser } from '../lib/session.ts'
import { useToday } from '../lib/today.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { ErrorState } from '../ui/states.tsx'
import { type Tile, Tiles } from '../ui/tiles.tsx'
import { AuditTrail } from './audit-trail.tsx'
import { Charts } from './charts.tsx'
import classes from './dashboard.module.css'
import { useDashboard, useTrusteeDashboard } from './queries.ts'
import { QuickCards } from './quick-cards.tsx'
import { Reminders } from './reminders.tsx'
import { Section } from './section.tsx'
import { WaitingNotice } from './waiting-notice.tsx'
import type { QueueCells } from './waiting-queue.tsx'
import { WaitingToday } from './waiting-today.tsx'
import { Welcome } from './welcome.tsx'

type Figures = Answer<'GET /api/dashboard/trustee'>
type Table<Name extends keyof Figures> = (rows: Figures[Name] | undefined) => ReactNode

/** The Trustee Dashboard (specification, section 2). The route passes in the parts of other folders. */
export function TrusteeDashboard(props: {
  /** Cells of the requests that wait for the trustee, regardless of the filter. */
  cells: QueueCells
  filter: DocumentFilter
  filterBar: (busy: boolean) => ReactNode
  topDocuments: Table<'topDocuments'>
  pendingRequests: Table<'pendingRequests'>
  longTermAccess: Table<'longTermAccess'>
  expiredAccess: Table<'expiredAccess'>
  /** Opens the bulk access dialog. */
  manageAccess: ReactNode
  /** Opens the audit export dialog. */
  exportAudit: ReactNode
}) {
  const filtered = activeFilters(props.filter) > 0
  const { data, error, refetch, isPlaceholderData } = useTrusteeDashboard(props.filter)
  // Figures of the cards, which count everything; if no filter is set, they are the filtered figures.
  const unfiltered = useDashboard(filtered).data
  const statistics = data?.statistics
  const counts = filtered ? unfiltered : statistics
  const user = useUser()
  const today = useToday()

  return (
    <>
      <PageHeader
        title="Trustee Dashboard"
        lead={<Welcome />}
        actions={
          <>
            <Button
              component={Link}
              to="/documents"
              variant="default"
              leftSection={<IconFiles size={16} aria-hidden="true" />}
            >
              My Documents
            </Button>
            <Button
              component={Link}
              to="/documents/upload"
              leftSection={<IconUpload size={16} aria-hidden="true" />}
            >
              Upload Document
            </Button>
          </>
        }
      />
      <WaitingNotice />
      <Section
        fold="figures"
        title="Figures"
        sought={filtered}
        actions={<div className={classes.filters}>{props.filterBar(isPlaceholderData)}</div>}
      >
        {error && !data ? (
          <ErrorState title={screen.loadData} error={error} onRetry={refetch} />
        ) : (
          <Tiles
            tiles={tilesOf(statistics, trusteeLists(user, today, props.filter), data?.capped ?? false)}
          />
        )}
      </Section>
      <WaitingToday cells={props.cells}>
        <div className={classes.cards}>
          <QuickCards documents={counts?.documents} pendingRequests={counts?.pendingRequests} />
        </div>
        {(data || !error) && (
          <>
            <Section
              fold="top-documents"
              sought={filtered}
              count={data?.topDocuments.length}
              title={`Top ${limits.dashboard.topDocuments} documents`}
            >
              <Rows filtered={filtered} rows={data?.topDocuments} table={props.topDocuments}>
                Documents appear here once they are uploaded.
              </Rows>
            </Section>
            <Section
              fold="pending-requests"
              sought={filtered}
              count={shown(statistics?.pendingRequests, data?.capped ?? false)}
              title="Pending requests"
              actions={
                <More
                  shown={data?.pendingRequests.length}
                  of={statistics?.pendingRequests}
                  capped={data?.capped ?? false}
                  to="/trustee/requests"
                />
              }
            >
              <Rows filtered={filtered} rows={data?.pendingRequests} table={props.pendingRequests}>
                No request is waiting for a decision.
              </Rows>
            </Section>
            <Section
              fold="long-term-access"
              sought={filtered}
              count={upTo(data?.longTermAccess.length)}
              title="Long-term access"
              help="automaticEnd"
              lead={`Given more than 12 months ago: the oldest ${limits.dashboard.tableRows}.`}
              actions={props.manageAccess}
            >
              <Rows filtered={filtered} rows={data?.longTermAccess} table={props.longTermAccess}>
                Nobody has had access to a document for more than 12 months.
              </Rows>
            </Section>
            <Section
              fold="expired-access"
              sought={filtered}
              count={upTo(data?.expiredAccess.length)}
              title="Expired access"
              help="ends"
              lead={`Ended on its date: the latest ${limits.dashboard.tableRows}.`}
            >
              <Rows filtered={filtered} rows={data?.expiredAccess} table={props.expiredAccess}>
                No access has expired.
              </Rows>
            </Section>
            <Section fold="charts" sought={filtered} title="Over time">
              {data?.capped ? (
                <p className={classes.nothing}>
                  More than {countText(limits.dashboard.counted)} documents match. Narrow the filter to see
                  the charts.
                </p>
              ) : (
                <Charts figures={data} />
              )}
            </Section>
          </>
        )}
        <Section fold="reminders" title="Expiry reminder settings">
          <Reminders />
        </Section>
        <Section fold="audit-trail" title="Audit trail" actions={props.exportAudit}>
          <AuditTrail />
        </Section>
      </WaitingToday>
    </>
  )
}

/** A figure; 'so many or more' where not all documents were counted. */
const shown = (figure: string | number | undefined, capped: boolean) =>
  typeof figure === 'number' && capped ? `${countText(figure)}+` : figure

/** Number of rows of a table that shows the first ones only. */
const upTo = (rows: number | undefined) => shown(rows, rows === limits.dashboard.tableRows)

const tilesOf = (
  statistics: Figures['statistics'] | undefined,
  lists: ReturnType<typeof trusteeLists>,
  capped: boolean,
): Tile[] => {
  const tile = (label: string, name: keyof Figures['statistics']): Tile => {
    const figure = statistics?.[name]
    const text = figure !== undefined && name === 'storageBytes' ? storageSize(figure) : figure
    return { label, value: shown(text, capped), to: addressOf(lists[name]) }
  }
  return [
    tile('Documents', 'documents'),
    tile('Storage', 'storageBytes'),
    tile('Active access', 'activeAccess'),
    tile('Pending requests', 'pendingRequests'),
    tile(`Documents expiring within ${limits.expiringSoonDays} days`, 'expiringSoon'),
    tile('Expired, still open', 'expiredOpen'),
  ]
}

/** A table of the dashboard, or a text if it is empty. */
function Rows<Row>(props: {
  filtered: boolean
  rows: Row[] | undefined
  table: (rows: Row[] | undefined) => ReactNode
  children: ReactNode
}) {
  if (props.rows?.length !== 0) return props.table(props.rows)
  return (
    <p className={classes.nothing}>
      {props.filtered ? 'Nothing here matches these filters.' : props.children}
    </p>
  )
}

/** A link to all rows if the table only shows the first ones. */
function More(props: { shown: number | undefined; of: number | undefined; capped: boolean; to: string }) {
  if (!props.of || props.shown === undefined || (!props.capped && props.shown >= props.of)) return null
  return <Link to={props.to}>All {shown(props.of, props.capped)}</Link>
}
