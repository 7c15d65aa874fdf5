import { IconDevices, IconFileUpload, IconUserCheck } from '@tabler/icons-react'
import { CallToAction, Facts, Section } from '../parts.tsx'
import { Picture } from '../picture.tsx'
import { If, slot, Unless } from '../slots.tsx'

const steps = [
  {
    icon: IconFileUpload,
    title: 'Upload documents',
    text: 'Drop in trust deeds, wills and related papers. Each file is encrypted before it is stored, and its fingerprint is recorded, so you can prove that nothing has changed.',
  },
  {
    icon: IconUserCheck,
    title: 'Manage access permissions',
    text: 'Share with an accountant, a beneficiary or a co-trustee: to read or to download, until a day that you choose. Renew access when it is needed for longer. Revoke it, and they cannot open another page.',
  },
  {
    icon: IconDevices,
    title: 'Access anywhere',
    text: 'Read a deed page by page in the browser, at your desk or on a phone, with nothing to install. Every view is recorded: who, when and from where.',
  },
]

const answers = [
  {
    title: 'Who has the deed now?',
    text: 'Each document lists everybody it was shared with, what they may do and when that ends. To all others outside your office it does not exist.',
  },
  {
    title: 'Who has read the will?',
    text: 'Every page that is opened leaves an event with the person, the time and the network address. The database refuses to change or delete it. Only names, addresses and texts go from it, after seven years at the earliest.',
  },
  {
    title: 'What is still open from last year?',
    text: 'Access that has been open for over twelve months has a list of its own. You end or renew up to a thousand of them at once.',
  },
]

/** Promises of section 1 of the specification. The place of the documents is the operator's own statement. */
const promises = [
  {
    title: 'AES-256 encryption',
    text: 'Each file is encrypted with AES-256-GCM, with a key of its own, before it is stored.',
  },
  {
    title: 'Multi-factor authentication',
    text: 'An authenticator app or a passkey beside the password, for everybody who wants it, and for the roles that must.',
  },
  {
    title: 'Controlled permissions',
    text: 'To read, or to read and download: you decide it for each person and each document.',
  },
  {
    title: 'An audit trail',
    text: 'Every change and every reading is recorded, in a table that refuses to be changed.',
  },
  {
    title: 'Time-limited access',
    text: 'Access ends on the day you choose, and without a day after about 18 months.',
  },
  {
    title: 'Expiry reminders',
    text: 'Owners are reminded before a document expires, and everybody before access ends.',
  },
]

/** Page /: a description of Deedbox, the three steps, and the way to an account. */
export function Landing() {
  return (
    <>
      <section className="hero">
        <div>
          <p className="kicker">For trust administrators, solicitors and their clients</p>
          <h1 tabIndex={-1}>The deed box, with a record of every key.</h1>
          <p className="lead">
            Deedbox keeps trust deeds, wills and other legal documents encrypted, lets you share each one with
            exactly the people who need it, for exactly as long, and records who has read what.
          </p>
          <div className="actions">
            <If has="session">
              <a className="button large" href="/dashboard">
                Go to your dashboard
              </a>
            </If>
            <Unless has="session">
              <If has="signUp">
                <a className="button large" href="/signup">
                  Create your account
                </a>
              </If>
              <Unless has="signUp">
                <a className="button large" href="/login">
                  Sign in
                </a>
              </Unless>
              <a href="/features">See what it does</a>
            </Unless>
          </div>
        </div>
        <Picture
          first
          name="documents"
          alt="The documents of a trustee in Deedbox: titles, clients, types, expiry dates and who has access"
        />
      </section>

      <Section id="how" title="How it works">
        <ol className="steps">
          {steps.map(({ icon: StepIcon, title, text }, index) => (
            <li key={title}>
              <div className="number">
                <StepIcon size={26} stroke={1.4} aria-hidden="true" />
                <span>Step {index + 1}</span>
              </div>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </Section>

      <Section id="answers" title="Three questions you can answer at once">
        <Facts facts={answers} />
      </Section>

      <Section
        id="reading"
        title="They read it. They do not have to hold it."
        lead="Give somebody view access and the server draws each page for them. The file itself never leaves, and every page carries the reader’s email address and the time."
      >
        <Picture
          name="reader"
          alt="A page of a trust deed open in Deedbox, with page list, zoom and search"
        />
      </Section>

      <Section id="promises" title="What it rests on">
        <Facts facts={promises} />
      </Section>

      <If has="hosting">
        <Section id="hosting" title="Where the documents are kept">
          <p className="lead lines">{slot('hosting')}</p>
        </Section>
      </If>
      <CallToAction />
    </>
  )
}
