import { limits } from '@deedbox/contract/limits.ts'
import type { getToday as endpoint } from '@deedbox/contract/today.ts'
import { type WaitingGroup, waitingKinds } from '@deedbox/contract/today.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Answer } from '../../kernel/http/handler.ts'
import { type Configured, firstStepsOf } from './first-steps.ts'
import { notes } from './today-notes.ts'
import { firstWaiting } from './waiting.ts'

/** All that waits for the caller today, in groups, each from the start of an index. Needs a snapshot. */
export async function getToday(
  ctx: Acting<ReadCtx>,
  configured: Configured,
): Promise<Answer<typeof endpoint>> {
  const groups: WaitingGroup[] = await firstWaiting(ctx, limits.dashboard.waiting)
  for (const kind of waitingKinds) {
    const group = await notes(ctx, kind)
    if (group) groups.push(group)
  }
  return { groups, firstSteps: await firstStepsOf(ctx, configured) }
}
