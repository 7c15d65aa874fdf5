import { limits } from '@deedbox/contract/limits.ts'
import type { Stage } from './stage.ts'

type DemoEnquiry = {
  ago: number
  /** Person who is signed in; nobody if missing. */
  by?: string
  name: string
  email?: string
  phone?: string
  subject?: string
  message: string
  answered?: { ago: number; note: string }
}

const enquiries: DemoEnquiry[] = [
  {
    ago: 21,
    name: 'Margaret Holloway',
    email: 'margaret.holloway@clients.example',
    subject: 'My late husband’s will',
    message:
      'My husband made his will with your office in 2009. Could you tell me what I need to bring to see it?',
    answered: { ago: 20, note: 'Called her: death certificate and identification. She comes on Thursday.' },
  },
  {
    ago: 6,
    name: 'Anton Keller',
    phone: '02 5550 1234',
    subject: 'Opening hours',
    message: 'Will anybody be in the office between Christmas and New Year?',
    answered: { ago: 5, note: '' },
  },
  {
    ago: 2,
    by: 'accountant',
    name: 'Ingrid Solheim',
    email: 'ingrid.solheim@ledger.example',
    phone: '0491 570 006',
    message: 'Can you send statements of my access for our audit file? We need the last two financial years.',
  },
  {
    ago: 0.3,
    name: 'Tran Bao Chau',
    email: 'bao.chau@firm.example',
    subject: 'Enterprise',
    message: 'We are eleven solicitors with about 3,000 deeds.\n\nCan we see Deedbox before we decide?',
  },
]

/** Plans what people send with the contact form, and the answers. */
export function planEnquiries({ at, call, services: { clock } }: Stage): void {
  for (const { ago, by = 'nobody', answered, ...typed } of enquiries) {
    at(ago, async () => {
      const { started } = (await call(by, 'GET', '/api/contact/token')).json<{ started: string }>()
      clock.shiftMs += limits.contact.fastestMs
      await call(by, 'POST', '/api/contact', { ...typed, started })
    })
    if (answered)
      at(answered.ago, async () => {
        const search = encodeURIComponent(typed.name)
        const [found] = (await call('admin', 'GET', `/api/enquiries?search=${search}`)).json().enquiries
        await call('admin', 'PUT', `/api/enquiries/${found.id}`, { answered: true, note: answered.note })
      })
  }
}
