import { roleLabel } from '@deedbox/contract/permissions.ts'
import type { WriteCtx } from '../context/context.ts'
import { administrators } from './administrators.ts'
import type { Mail } from './mail.ts'
import { newlyTrusted } from './newly-trusted.mail.tsx'

/** Way in which somebody comes to be an administrator or a trustee, who see everything. */
export type Trusted = 'invited' | 'joined' | 'changed' | 'confirmed'

/** People named in a mail; of more only their number is told. */
const named = 20

/**
 * Tells every administrator of new administrators and trustees, whoever made them; no preference switches it off. One mail, however
 * many people; those with other roles are left out, and nobody is told about themselves.
 */
export async function tellAdministrators(
  mail: Pick<Mail, 'enqueueAll'>,
  ctx: WriteCtx,
  how: Trusted,
  people: readonly { email: string; name: string; role: string }[],
): Promise<void> {
  const trusted = people.filter(({ role }) => role === 'admin' || role === 'trustee')
  const [first] = trusted
  if (!first) return
  const data = {
    how,
    role: roleLabel(first.role),
    people: trusted.slice(0, named).map(({ name, email, role }) => {
      const who = name ? `${name} (${email})` : email
      // Subject and title say the role of one person already.
      return { text: trusted.length > 1 ? `${who}, ${roleLabel(role)}` : who }
    }),
    total: trusted.length,
    by: ctx.actor?.name ?? null,
    at: ctx.now.toISOString(),
  }
  const theirs = new Set(trusted.map(({ email }) => email))
  const told = (await administrators(ctx)).filter((email) => !theirs.has(email))
  await mail.enqueueAll(
    ctx,
    newlyTrusted,
    told.map((to) => ({ to, data })),
  )
}
