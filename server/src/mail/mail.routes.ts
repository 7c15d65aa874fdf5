import { eq } from 'drizzle-orm'
import { mailMessages } from '../db/tables/mail.ts'
import type { Serves } from '../http/handler.ts'
import { Refusal } from '../platform/errors.ts'
import type { Services } from '../services.ts'
import { listed, listMails, toMail } from './list.ts'

export const mailHandlers = ({
  mail,
}: Services): Serves<'GET /api/mails' | 'POST /api/mails/:mailId/resend'> => ({
  'GET /api/mails': { kind: 'read', run: listMails },
  'POST /api/mails/:mailId/resend': {
    kind: 'raw',
    run: async (raw, { params: { mailId } }) => {
      await raw.transact((ctx) => mail.resend(ctx, mailId))
      const emailSent = await mail.went(mailId)
      const [row] = await raw.read(({ tx }) =>
        tx.select(listed).from(mailMessages).where(eq(mailMessages.id, mailId)),
      )
      if (!row) throw new Refusal('not-found')
      return { mail: toMail(row), emailSent }
    },
  },
})
