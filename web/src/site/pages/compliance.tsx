import { offer } from '@deedbox/contract/offer.ts'
import { LegalPage } from '../legal.tsx'
import { principles } from '../principles.ts'
import { Hosting } from '../slots.tsx'

const parts = [
  {
    id: 'scope',
    title: 'What this page is',
    body: (
      <p>
        It describes how Deedbox helps those who hold trust deeds and wills to meet their duties in Australia.
        It is information, not legal advice. Deedbox holds no certification, and using it does not make
        anybody compliant by itself.
      </p>
    ),
  },
  {
    id: 'principles',
    title: 'The Australian Privacy Principles',
    body: (
      <>
        <p>
          Schedule 1 of the Privacy Act 1988 (Cth) has thirteen principles. What Deedbox does about each of
          them:
        </p>
        <dl className="terms">
          {principles.map(({ title, text }, index) => (
            <div key={title}>
              <dt>
                APP {index + 1}: {title}
              </dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </>
    ),
  },
  {
    id: 'breaches',
    title: 'The Notifiable Data Breaches scheme',
    body: (
      <>
        <p>
          Part IIIC of the Privacy Act applies to an <em>eligible data breach</em>: unauthorised access to or
          disclosure of personal information, or its loss, that is likely to result in serious harm to an
          individual, where that could not be prevented by remedial action.
        </p>
        <ol>
          <li>
            An organisation that suspects one must assess it quickly, and take all reasonable steps to finish
            within 30 days.
          </li>
          <li>
            If there are reasonable grounds to believe that it is one, it must give a statement to the Office
            of the Australian Information Commissioner (OAIC) and notify the individuals at risk, as soon as
            practicable.
          </li>
          <li>
            The notice says who the organisation is, what happened, what kinds of information are concerned
            and what people should do.
          </li>
        </ol>
        <p>
          If you hold the information too, you may have the same duties. The audit trail shows which documents
          were opened, by whom and when. Separately from the scheme, we promise customers notice within{' '}
          {offer.breachNoticeHours} hours after we learn of a breach that affects their documents, so that you
          can begin your own assessment.
        </p>
      </>
    ),
  },
  {
    id: 'originals',
    title: 'Original wills and deeds',
    body: (
      <p>
        Deedbox keeps copies. The Supreme Court of a state or territory usually requires the original will
        before it grants probate, and if an original that was last in the hands of the will-maker cannot be
        found, it may be presumed to have been revoked. Keep originals in safe custody, and say in the title
        of the copy which version it is.
      </p>
    ),
  },
  {
    id: 'electronic',
    title: 'Electronic transactions and signatures',
    body: (
      <p>
        Under the Electronic Transactions Act 1999 (Cth) and the corresponding Acts of the states and
        territories, a transaction is not invalid merely because it took place electronically, but there are
        exceptions. A will must in general be made in writing and signed before two witnesses, and the rules
        for deeds and their witnesses differ between states. Deedbox does not sign or witness anything: it
        keeps what was properly made, and shows that it has not changed since it was uploaded.
      </p>
    ),
  },
  {
    id: 'records',
    title: 'Keeping records',
    body: (
      <ul>
        <li>Records of who did what are kept for {offer.retentionYears} years after the contract ends.</li>
        <li>
          After the end of the contract you have {offer.downloadAfterEndDays} days to download your documents.
        </li>
        <li>
          How long you must keep a deed, a will or a client’s file depends on your profession, your state and
          the document. Set the expiry date of a document to be reminded before that ends.
        </li>
      </ul>
    ),
  },
  {
    id: 'confidence',
    title: 'Confidence and privilege',
    body: (
      <p>
        Solicitors owe their clients confidence, and privilege can be lost by careless disclosure. In Deedbox,
        sharing always names one person, one document and an end, and an address that has no account gets
        nothing until you invite that person.
      </p>
    ),
  },
  {
    id: 'where',
    title: 'Where the data is kept',
    body: <Hosting />,
  },
]

export const Compliance = () => (
  <LegalPage
    title="Compliance"
    lead="The Privacy Act, data breaches, original wills and electronic transactions: what the law asks for, and what Deedbox does."
    parts={parts}
    updated="22 November 2026"
  />
)
