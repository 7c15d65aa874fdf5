import { kindLabel } from '@deedbox/contract/document-kinds.ts'
import { type Relation, relations, relationText } from '@deedbox/contract/link-terms.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { type Answer, call } from '../lib/api.ts'
import { dateText } from '../lib/format.ts'
import { Cut } from '../ui/cut.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Stacked } from '../ui/stacked.tsx'
import { ErrorState } from '../ui/states.tsx'
import classes from './chain.module.css'
import { type Arc, arcsOf } from './chain-layout.ts'

type Given = Answer<'GET /api/matters/:matterId/chain'>
type Paper = Given['papers'][number] & { links: string[]; over: Relation | null }

const dayOf = ({ executedOn }: Given['papers'][number]): string =>
  executedOn ? dateText(executedOn, 'UTC') : 'Day not known'

const columns: Column<Paper>[] = [
  {
    heading: 'Document',
    kind: 'main',
    cell: ({ id, title, links }) => <Stacked text={title} to={`/documents/${id}`} small={links} />,
  },
  { heading: 'Kind', width: '30%', brief: true, cell: (paper) => <Cut text={kindLabel(paper.kind)} /> },
  { heading: 'Signed', kind: 'number', width: '8rem', brief: true, cell: dayOf },
]

/** The deeds, wills and powers of a matter along time, as a picture and, for the keyboard and readers of screens too, as a table. */
export function Chain({ matterId }: { matterId: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['matters', 'chain', matterId],
    queryFn: ({ signal }) => call('GET /api/matters/:matterId/chain', { params: { matterId }, signal }),
  })
  const papers = useMemo(() => data && withLinks(data), [data])
  if (!data || !papers)
    return error ? (
      <ErrorState title={screen.loadChain} error={error} onRetry={refetch} />
    ) : (
      <Skeleton height={160} role="status" aria-label="Loading the chain of documents" />
    )
  if (papers.length === 0)
    return <Text c="dimmed">No deed, will or power that you see is in this matter yet.</Text>
  return (
    <div className={classes.both}>
      <Picture papers={papers} links={data.links} />
      <DataTable label="Chain of documents" columns={columns} rows={papers} rowKey={({ id }) => id} />
    </div>
  )
}

/** Papers with what they do and what is done to them in words; `over`: the paper is replaced or revoked. */
function withLinks({ papers, links }: Given): Paper[] {
  const titles = new Map(papers.map(({ id, title }) => [id, title]))
  return papers.map((paper) => {
    const said = links.flatMap(({ from, relation, to }) =>
      from === paper.id
        ? `${relationText(relation, 'from')} ${titles.get(to)}`
        : to === paper.id
          ? `${relationText(relation, 'to')} ${titles.get(from)}`
          : [],
    )
    const ended = links.find(({ relation, to }) => to === paper.id && relation !== 'varies')
    return { ...paper, links: said, over: ended?.relation ?? null }
  })
}

/** Height of a row and width of a lane, as the style sheet has them. */
const row = 48
const lane = 16

/** Rows along time with arcs at their side. It says nothing that the table does not, so that readers of screens pass over it. */
function Picture({ papers, links }: { papers: Paper[]; links: Given['links'] }) {
  const arcs = arcsOf(
    papers.map(({ id }) => id),
    links,
  )
  const width = (Math.max(-1, ...arcs.map((arc) => arc.lane)) + 2) * lane
  const used = (Object.keys(relations) as Relation[]).filter((name) =>
    arcs.some(({ relation }) => relation === name),
  )
  return (
    <div className={classes.picture} aria-hidden="true">
      <div className={classes.rows} style={{ paddingInlineStart: width }}>
        <svg className={classes.arcs} width={width} height={papers.length * row} role="presentation">
          <line x1={width - 7} x2={width - 7} y1={row / 2} y2={(papers.length - 0.5) * row} />
          {arcs.map((arc) => (
            <ArcLine key={`${arc.from} ${arc.to}`} arc={arc} width={width} />
          ))}
          {papers.map(({ id, over }, at) => (
            <circle
              key={id}
              cx={width - 7}
              cy={(at + 0.5) * row}
              r={5}
              data-over={over !== null || undefined}
            />
          ))}
        </svg>
        {papers.map((paper) => (
          <Link key={paper.id} to={`/documents/${paper.id}`} tabIndex={-1} className={classes.paper}>
            <span className={classes.title} data-over={paper.over ?? undefined}>
              {paper.title}
            </span>
            <span className={classes.small}>
              {dayOf(paper)} · {kindLabel(paper.kind)}
            </span>
          </Link>
        ))}
      </div>
      {used.length > 0 && (
        <div className={classes.legend}>
          {used.map((relation) => (
            <span key={relation}>
              <svg width={28} height={10} className={classes.arcs} role="presentation">
                <path d="M0 5H26" data-relation={relation} />
              </svg>
              {relations[relation].label.toLowerCase()}
            </span>
          ))}
        </div>
      )}
    </div>
  )
}

/** An arc from the paper that acts to the one that it acts upon, where it ends in an arrow. */
function ArcLine({ arc, width }: { arc: Arc; width: number }) {
  const [from, to] = [(arc.from + 0.5) * row, (arc.to + 0.5) * row]
  // Ends a little off the middle of a row, so that arcs that meet there are told apart.
  const aside = from < to ? -4 : 4
  const x = width - 7 - (arc.lane + 1) * lane
  const right = width - 14
  const turn = from < to ? 8 : -8
  const [begin, end] = [from - aside, to + aside]
  return (
    <g data-relation={arc.relation}>
      <path
        data-relation={arc.relation}
        d={`M${right} ${begin}H${x + 8}Q${x} ${begin} ${x} ${begin + turn}V${end - turn}Q${x} ${end} ${x + 8} ${end}H${right}`}
      />
      <path className={classes.arrow} d={`M${right} ${end}l-6 -3.5v7z`} />
    </g>
  )
}
