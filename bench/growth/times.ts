import type { Server } from '../server.ts'
import { type Answer, callerOf } from './call.ts'
import type { GrowthLine } from './lines.ts'
import type { Practice } from './seed.ts'

/** A line's call at one size; what it changed is taken back, which is not measured. */
export type Calls = { call(): Promise<Answer>; end(): void }

export async function callsOf(
  { who, path, post }: GrowthLine,
  { practice, server }: { practice: Practice; server: Server },
): Promise<Calls> {
  const caller = callerOf(server.url, practice.cookies[who])
  if (!post) return { call: () => caller.call(path), end: caller.end }
  const { body } = await caller.call(`/api/documents?limit=${post.documents}`)
  const { documents } = JSON.parse(body) as { documents: { id: string }[] }
  const sent = post.body(documents.map(({ id }) => id))
  const call = async () => {
    const answer = await caller.post(path, sent)
    if (post.undo) await caller.post(post.undo.path, post.undo.body(JSON.parse(answer.body)))
    return answer
  }
  return { call, end: caller.end }
}

/**
 * Measures milliseconds at each size: the time that this part of `rounds` calls took at most. The sizes take turns, so that what else the
 * machine does burdens all of them alike.
 */
export async function timesOf(calls: readonly Calls[], rounds: number, part: number): Promise<number[]> {
  const times: number[][] = calls.map(() => [])
  // The first reads what the others find in memory.
  let longest = 0
  for (const { call } of calls) longest = Math.max(longest, (await call()).ms)
  for (let round = 0; round < (longest > 2_000 ? 1 : rounds); round++)
    for (const [n, { call }] of calls.entries()) times[n]?.push((await call()).ms)
  return times.map(
    (some) => some.toSorted((a, b) => a - b)[Math.floor(part * (some.length - 1))] ?? Number.NaN,
  )
}
