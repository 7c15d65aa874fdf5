import type { Handlers } from '../../kernel/http/handler.ts'
import { openForm } from '../../kernel/http/opened-form.ts'
import type { Services } from '../../kernel/services.ts'
import { answerEnquiry } from './answer.ts'
import { listEnquiries } from './list.ts'
import { sendEnquiry } from './send.ts'

export const enquiryHandlers = (services: Services) =>
  ({
    'GET /api/contact/token': {
      kind: 'read',
      run: async ({ now }) => ({ started: openForm(services.keyring, 'contact form', now) }),
    },
    'POST /api/contact': { kind: 'raw', run: (raw, { body }) => sendEnquiry(services, raw, body) },
    'GET /api/enquiries': { kind: 'read', run: listEnquiries },
    'PUT /api/enquiries/:enquiryId': { kind: 'transact', run: answerEnquiry },
  }) satisfies Partial<Handlers>
