import { deepStrictEqual } from 'node:assert'
import { createHmac, randomBytes } from 'node:crypto'
import autocannon from 'autocannon'
import { inTurn, type Line } from './report.ts'
import { type Seeded, VISIBLE } from './seed.ts'
import type { Server } from './server.ts'

export const secret = randomBytes(32).toString('base64url')

const PAGE = 25
type Answer = { documents: { id: string }[]; total: number; nextCursor: string | null }

/** Measures requests a second: from the start until the last of `amount` answers, because autocannon itself counts whole seconds. */
async function rate(url: string, headers: Record<string, string>, connections: number, amount: number) {
  const load = autocannon({ url, connections, amount, headers })
  const began = performance.now()
  let ended = began
  load.on('response', () => {
    ended = performance.now()
  })
  const { errors, non2xx } = await load
  if (errors || non2xx) throw new Error(`${url}: ${errors} errors, ${non2xx} refusals`)
  return (amount * 1000) / (ended - began)
}

/** Measures requests a second of the requestor's list at 16 and at 64 connections, after both servers gave the same answer. */
export async function measureList(
  on: string,
  servers: { deedbox: Server; limit: Server },
  { requestor }: Seeded,
  { rounds, amount }: { rounds: number; amount: number },
): Promise<Line[]> {
  const signature = createHmac('sha256', secret).update(requestor.email).digest('base64url')
  const deedbox = {
    url: `${servers.deedbox.url}/api/documents?limit=${PAGE}`,
    headers: { cookie: requestor.cookie },
  }
  const bare = {
    url: `${servers.limit.url}/list?limit=${PAGE}`,
    headers: { authorization: `Bearer ${requestor.email}.${signature}` },
  }
  const [a, b] = await Promise.all(
    [deedbox, bare].map(async ({ url, headers }) => (await (await fetch(url, { headers })).json()) as Answer),
  )
  deepStrictEqual(a?.documents, b?.documents)
  deepStrictEqual([a?.documents.length, a?.total, b?.total], [PAGE, VISIBLE, VISIBLE])

  const lines: Line[] = []
  // Warm-up, not measured.
  await rate(bare.url, bare.headers, 16, amount)
  await rate(deedbox.url, deedbox.headers, 16, amount)
  for (const connections of [16, 64]) {
    const figures = await inTurn(
      rounds,
      () => rate(bare.url, bare.headers, connections, amount),
      () => rate(deedbox.url, deedbox.headers, connections, amount),
    )
    lines.push({
      what: `list, ${connections} connections, ${on}`,
      unit: 'requests/s',
      ...figures,
      target: { atLeast: 0.5 },
    })
  }
  return lines
}
