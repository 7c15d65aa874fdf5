import { limits } from '@deedbox/contract/limits.ts'
import { offer } from '@deedbox/contract/offer.ts'
import { LegalPage } from '../legal.tsx'
import { Hosting, If, SupportLink, slot } from '../slots.tsx'

const parts = [
  {
    id: 'who',
    title: 'Who we are, and what this policy covers',
    body: (
      <p>
        “We” are the operator of this Deedbox. This policy says how we handle personal information under the
        Privacy Act 1988 (Cth) and the Australian Privacy Principles (APPs). You reach us about privacy at{' '}
        <SupportLink />.{' '}
        <If has="marketing">
          The page on <a href="/compliance">compliance</a> goes through the principles one by one.
        </If>
      </p>
    ),
  },
  {
    id: 'what',
    title: 'What we collect',
    body: (
      <ul>
        <li>
          <strong>Your account:</strong> name, email address, role, organisation and, if you give them, phone
          number and postal address.
        </li>
        <li>
          <strong>Documents,</strong> and what people write about them: title, client, type and dates. A deed
          or a will contains personal information about others, sometimes sensitive information such as
          health. The person who uploads it decides that it belongs here.
        </li>
        <li>
          <strong>What happens:</strong> who signed in, uploaded, shared, read, downloaded or revoked, when,
          and from which network address and browser.
        </li>
        <li>
          <strong>What you write to us,</strong> by the contact form or by email.
        </li>
      </ul>
    ),
  },
  {
    id: 'how',
    title: 'How we collect it',
    body: (
      <p>
        From you, when you sign up, upload or write to us; and from people who invite you, share a document
        with you, ask you for one, or name you as the client or a party of a document. If we write to you
        because somebody gave us your email address, the message says who it was, and how to report it if you
        have no account. We buy no data, and there are no trackers and no advertising on any page.
      </p>
    ),
  },
  {
    id: 'why',
    title: 'What we use it for',
    body: (
      <>
        <p>
          To store and show documents to those who may see them; to prove later who saw what; to send codes,
          requests, reminders and notices; to keep the service safe; and to answer you. We do not use
          documents for anything else: not for advertising, not for statistics about their contents, not to
          train anything.
        </p>
        <p>We do not send advertising.</p>
      </>
    ),
  },
  {
    id: 'disclosure',
    title: 'Who sees it',
    body: (
      <ul>
        <li>People with whom a document was shared, for as long as that lasts.</li>
        <li>
          Confirmed trustees and administrators of this deployment, and the administrators of your
          organisation for its own documents. What they open is recorded.
        </li>
        <li>
          Those who work for us: the company that hosts the servers and the one that delivers email or text
          messages, so far as they need it. On their disks documents and backups are encrypted; titles,
          clients, names and email addresses are not, unless they or we encrypt the disks.
        </li>
        <li>
          The service that knows passwords from data breaches gets five characters of a hash of a password
          that you choose, and neither the password nor who you are.
        </li>
        <If has="captcha">
          <li>
            {slot('captcha')} checks that you are no robot when you sign up or sign in, and sees your network
            address for that.
          </li>
        </If>
        <li>Courts and authorities, where Australian law obliges us. We tell you if we are allowed to.</li>
      </ul>
    ),
  },
  {
    id: 'where',
    title: 'Where it is kept, and overseas',
    body: (
      <>
        <Hosting />
        <p>
          People you share with may be overseas. When you share with somebody outside Australia, you disclose
          the document to them there (APP 8).
        </p>
      </>
    ),
  },
  {
    id: 'security',
    title: 'How it is protected',
    body: (
      <p>
        Documents are encrypted with AES-256-GCM, each with its own key. Access is denied unless it was
        granted, and it is checked at every page. Passwords are hashed. The page on{' '}
        <a href="/security">security</a> says more, and what we do not protect against.
      </p>
    ),
  },
  {
    id: 'keeping',
    title: 'How long we keep it',
    body: (
      <ul>
        <li>
          Documents: until you delete them. A deleted document can be restored for at least{' '}
          {limits.deletedKeptDays} days; then its key is erased, and the content can no longer be read here.
          Backups made before hold it until they are cleared away, readable only with a key that is not on the
          server, and a restore erases it again.
        </li>
        <li>
          After your contract ends: {offer.downloadAfterEndDays} days to download your documents, then they
          are deleted.
        </li>
        <li>
          Records of your account and of who did what: {offer.retentionYears} years after the end, because a
          trustee may have to show them.
        </li>
      </ul>
    ),
  },
  {
    id: 'rights',
    title: 'Your access and corrections',
    body: (
      <p>
        Ask us for the personal information we hold about you, or to correct it: <SupportLink />. We answer
        within 30 days, and asking costs nothing. If we refuse, we say why in writing. Entries of the audit
        trail cannot be changed; a correction is added to them. You may write to us under another name; an
        account needs a real email address, because access is given to a person.
      </p>
    ),
  },
  {
    id: 'breach',
    title: 'If something goes wrong',
    body: (
      <p>
        If we suspect an eligible data breach, we assess it within 30 days, and if it is one, we notify the
        Office of the Australian Information Commissioner (OAIC) and the people at risk as soon as
        practicable. Apart from that scheme we promise our customers notice within {offer.breachNoticeHours}{' '}
        hours after we learn of a breach that affects their documents.
      </p>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies',
    body: (
      <p>
        There are three cookies, all needed for signing in. One keeps you signed in, and goes when you sign
        out. One recognises the device, so that you are told of a sign-in on another: it stays for 400 days,
        also after you have signed out. And one exists for some minutes while you sign in through another
        provider. Your browser also remembers your choice of light or dark, failed attempts to sign in, and
        the details of a sign-up, without its password, until its code is entered.
      </p>
    ),
  },
  {
    id: 'complaints',
    title: 'Complaints',
    body: (
      <p>
        Write to <SupportLink /> first; we answer within 30 days. If that does not help, you can complain to
        the OAIC: oaic.gov.au, or 1300 363 992.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes of this policy',
    body: (
      <p>
        We tell customers by email at least {offer.policyChangeNoticeDays} days before a change takes effect.
      </p>
    ),
  },
]

export const Privacy = () => (
  <LegalPage
    title="Privacy policy"
    lead="What we know about you, what we do with it, and how to see, correct or complain about it."
    parts={parts}
    updated="22 November 2026"
  />
)
