import { eq } from 'drizzle-orm'
import { mailMessages } from '../../db/tables/mail.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Handlers } from '../http/handler.ts'
import type { Services } from '../services.ts'
import { listed, listMails, toMail } from './list.ts'
import { getReport, listReports, reportMessage } from './reports.ts'
import { resendMail } from './resend.ts'

export const mailHandlers = (services: Services) =>
  ({
    'GET /api/users/:userId/reports': { kind: 'read', run: listReports },
    'GET /api/mail-reports/:token': { kind: 'read', run: (ctx, input) => getReport(services, ctx, input) },
    'POST /api/mail-reports/:token': {
      kind: 'transact',
      run: (ctx, input) => reportMessage(services, ctx, input),
    },
    'GET /api/mails': { kind: 'read', run: listMails },
    'POST /api/mails/:mailId/resend': {
      kind: 'raw',
      run: async (raw, { params: { mailId } }) => {
        await raw.transact((ctx) => resendMail(services, ctx, mailId))
        const emailSent = await services.mail.wasSent(mailId)
        const [row] = await raw.read(({ tx }) =>
          tx.select(listed).from(mailMessages).where(eq(mailMessages.id, mailId)),
        )
        if (!row) throw new Refusal('not-found')
        return { mail: toMail(row), emailSent }
      },
    },
  }) satisfies Partial<Handlers>
