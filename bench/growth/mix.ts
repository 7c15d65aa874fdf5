import { documentSorts } from '../../contract/src/document-terms.ts'
import { accessSorts } from '../../contract/src/sorts.ts'
import { median } from '../report.ts'
import type { Server } from '../server.ts'
import { type Blocks, countBlocks } from './blocks.ts'
import { callerOf } from './call.ts'
import { seesMany } from './lines.ts'
import { largeOrganisation, type Person } from './rows.ts'
import type { Practice } from './seed.ts'
import { flatRatio, saidOf } from './targets.ts'

/** Calls shown, the slowest first. */
const shown = 20

/** Draws numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

type Draw = { who: Person; path: string; pages: number }

const searches = [
  'harbour',
  'wattlebird',
  'nguyen',
  'will smith',
  'harbour nguyen',
  'zq',
  'ng',
  'w',
  '999',
  '--',
  'c/o',
  "o'",
  'zzyzxq',
  'trust deed',
  '17',
]
const emails = [
  'guest7@',
  'guest',
  'guest11',
  'mail3.example',
  'nobody@',
  'guest17@mail3.example',
  'requestor@',
]

/** Draws a call of any person with any filters, in any order, and how many pages further it goes. */
export function drawFrom(random: () => number): Draw {
  const one = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
  const query = new URLSearchParams()
  const sometimes = (odds: number, name: string, all: readonly string[]) => {
    if (random() < odds) query.set(name, one(all))
  }
  const filter = () => {
    sometimes(0.4, 'search', searches)
    sometimes(0.25, 'userEmail', emails)
    sometimes(0.25, 'documentType', ['other', 'trust_deed'])
    sometimes(0.3, 'status', ['active', 'archived', 'pending'])
    sometimes(0.25, 'accessStatus', ['active', 'expired', 'revoked'])
    sometimes(0.2, 'expiryDateFrom', ['2020-01-01', '2027-03-01', '2029-06-01'])
    sometimes(0.2, 'expiryDateTo', ['2026-06-30', '2028-03-01', '2035-01-01'])
  }
  const who = one([
    'trustee',
    'trustee',
    'trustee',
    'largeOrganisationAdmin',
    'organisationAdmin',
    'requestor',
    'guest',
    'unconfirmed',
  ] as const)
  const call = one(['documents', 'documents', 'documents', 'access', 'dashboard'] as const)
  const pages = Math.floor(random() ** 3 * 12)
  if (call === 'dashboard') {
    if (who === 'trustee' || who === 'unconfirmed') filter()
    const path = who === 'trustee' || who === 'unconfirmed' ? '/api/dashboard/trustee' : '/api/dashboard'
    return { who, path: `${path}?${query}`, pages: 0 }
  }
  query.set('limit', one(['25', '50', '100']))
  query.set('direction', one(['asc', 'desc']))
  if (call === 'documents') {
    filter()
    query.set('sort', one(documentSorts))
    sometimes(0.1, 'owner', ['me'])
    if (who === 'trustee') {
      sometimes(0.1, 'organization', [largeOrganisation])
      sometimes(0.05, 'view', ['deleted'])
    }
    return { who, path: `/api/documents?${query}`, pages }
  }
  query.set('sort', one(accessSorts))
  if (who === 'trustee' || who === 'unconfirmed') query.set('scope', 'handled')
  sometimes(0.6, 'view', ['active', 'expired', 'revoked', 'long-term'])
  sometimes(0.3, 'search', searches)
  sometimes(0.2, 'userEmail', emails)
  sometimes(0.2, 'accessLevel', ['view', 'download'])
  sometimes(0.2, 'status', ['active', 'expired', 'revoked'])
  return { who, path: `/api/access?${query}`, pages }
}

/** Finds the last of the pages of a draw: follows as many cursors as there are. */
async function lastPage(call: ReturnType<typeof callerOf>['call'], { path, pages }: Draw): Promise<string> {
  let at = path
  for (let page = 0; page < pages; page++) {
    const { nextCursor } = JSON.parse((await call(at)).body) as { nextCursor?: string | null }
    if (!nextCursor) break
    at = `${path}&cursor=${encodeURIComponent(nextCursor)}`
  }
  return at
}

type Drawn = Draw & { ms: number[]; blocks: number; page: boolean }

async function measure(draw: Draw, { practice, server }: Place, blocks: Blocks | undefined) {
  const { call, end } = callerOf(server.url, practice.cookies[draw.who])
  try {
    const path = await lastPage(call, draw)
    await call(path)
    const times = [await call(path), await call(path), await call(path)].map(({ ms }) => ms)
    return { ms: median(times), blocks: (await blocks?.of(() => call(path))) ?? 0, page: path !== draw.path }
  } finally {
    end()
  }
}

type Place = { practice: Practice; server: Server }

/**
 * Measures random combinations of filters, orders and pages for every role, at the smallest and the largest size. Returns a Markdown table
 * of the slowest, and how many are within the targets.
 */
export async function measureMix(
  places: Place[],
  { times, seed }: { times: number; seed: number },
  print: (what: string) => void,
): Promise<string> {
  const [small, large] = [places[0], places.at(-1)]
  if (!small || !large) throw new Error('No sizes')
  const random = randomFrom(seed)
  const blocks = await countBlocks(large.practice.databaseUrl)
  if (!blocks) print('without pg_stat_statements: blocks are not counted')
  const all: Drawn[] = []
  for (let n = 0; n < times; n++) {
    const draw = drawFrom(random)
    const least = await measure(draw, small, undefined)
    const measured = await measure(draw, large, blocks)
    all.push({ ...draw, ...measured, ms: [least.ms, measured.ms] })
    if (n % 25 === 24) print(`${n + 1} of ${times}`)
  }
  await blocks?.end()
  const last = ({ ms }: Drawn) => ms.at(-1) ?? 0
  const ofMany = all.filter(({ who }) => seesMany(who))
  const grown = all.filter((one) => !seesMany(one.who) && last(one) > (one.ms[0] ?? 0) * flatRatio)
  const outliers = all.toSorted((a, b) => last(b) - last(a)).slice(0, shown)
  const rows = outliers.map(
    ({ who, path, page, ms: [least = 0, ms = 0], blocks }) =>
      `| ${[who, `${path}${page ? ' (a later page)' : ''}`, least.toFixed(1), ms.toFixed(1), blocks].join(' | ')} |`,
  )
  const sizes = [small, large].map(({ practice }) => practice.documents.toLocaleString('en-AU'))
  return [
    `| who | call | ms at ${sizes[0]} | ms at ${sizes[1]} | blocks at ${sizes[1]} |`,
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
    `${times} calls with seed ${seed}. ${saidOf(ofMany.map(last), large.practice.documents)}.`,
    `${grown.length} of ${times - ofMany.length} calls of those who see few took more than ${flatRatio} times what they take at the smallest size.`,
  ].join('\n')
}
