import { scopesText } from '@deedbox/contract/token-scopes.ts'
import type { AccessToken } from '@deedbox/contract/tokens.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import type { Services } from '../../kernel/services.ts'
import { dayIn } from '../../platform/instants.ts'
import { securityNotice } from '../accounts/security-notice.ts'

type Needs = Pick<Services, 'mail'>

/** Tells the actor that software can now act for them. */
export const tellCreated = ({ mail }: Needs, ctx: Acting<WriteCtx>, token: AccessToken) =>
  securityNotice(mail, ctx, ctx.actor, {
    title: 'An access token was created',
    lines: [
      `Software that has the token “${token.name}” can use Deedbox as you until ${dayIn(token.expiresAt, ctx.settings.timeZone)}. It may: ${scopesText(token.scopes).toLowerCase()}.`,
      'You can end it at any time on your profile, under Account security.',
    ],
  })

/** Tells the actor that a token works no longer. */
export const tellEnded = ({ mail }: Needs, ctx: Acting<WriteCtx>, name: string) =>
  securityNotice(mail, ctx, ctx.actor, {
    title: 'An access token was ended',
    lines: [`Software that used the token “${name}” cannot use Deedbox with it any more.`],
  })
