import type { ReactNode } from 'react'
import { When } from '../ui/when.tsx'
import type { EnquiryRow } from './columns.tsx'
import classes from './enquiries.module.css'

/** Facts of an enquiry. */
export function EnquiryFacts({ enquiry }: { enquiry: EnquiryRow }) {
  const { name, email, phone, subject, account, answeredAt, answeredBy } = enquiry
  return (
    <>
      <dl className={classes.facts}>
        <Fact name="Name">{name}</Fact>
        {email && <Fact name="Email">{email}</Fact>}
        {phone && <Fact name="Phone">{phone}</Fact>}
        {account && account !== email && <Fact name="Signed in as">{account}</Fact>}
        {subject && <Fact name="Subject">{subject}</Fact>}
        <Fact name="Received">
          <When at={enquiry.createdAt} />
        </Fact>
        {answeredAt && (
          <Fact name="Answered">
            {answeredBy}, <When at={answeredAt} />
          </Fact>
        )}
      </dl>
      <blockquote className={classes.message}>{enquiry.message}</blockquote>
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
