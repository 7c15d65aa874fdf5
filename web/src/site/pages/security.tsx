import { limits } from '@deedbox/contract/limits.ts'
import { offer } from '@deedbox/contract/offer.ts'
import { LegalPage } from '../legal.tsx'
import { If, SupportLink, slot } from '../slots.tsx'

const parts = [
  {
    id: 'encryption',
    title: 'Encryption',
    body: (
      <>
        <p>
          Each document gets a random key of its own. With it the file is encrypted by AES-256-GCM, in
          authenticated segments, before it touches a disk. The document’s key is wrapped by the master key of
          the deployment, which can be replaced without touching the documents. Titles, clients, names and
          email addresses are in the database, which Deedbox does not encrypt itself.
        </p>
        <p>
          A backup is encrypted as a whole to a key whose private half is not on the server. It contains the
          master key, so that the private half alone opens it: whoever has that half and a copy has
          everything.
        </p>
        <p>
          Where the operator lets LibreOffice read office files, the file is in a folder of its own for the
          seconds that this takes, and is removed with it.
        </p>
        <p>
          A file that was changed, shortened or exchanged, by even one byte, is detected, and none of the
          wrong bytes are shown. When a document has been deleted for good, its key is erased: what remains
          here cannot be read by anybody. Backups made before hold the document and its key until they are
          cleared away, readable only with the private half of the backup key. A restore erases the document
          again.
        </p>
        <If has="hosting">
          <p className="lines">{slot('hosting')}</p>
        </If>
      </>
    ),
  },
  {
    id: 'access',
    title: 'Access that ends',
    body: (
      <ul>
        <li>
          Nothing is open unless somebody granted it. What you may not see answers exactly like something that
          does not exist.
        </li>
        <li>
          Every read checks its grant in the same query, against the clock of the database. Access ends the
          very second it expires or is revoked, and a running download is cut off within a second.
        </li>
        <li>
          A grant without an end date ends after {limits.autoRevokeDays} days, and a guest always has an end.
        </li>
        <li>
          Trustees who signed up alone see only their own documents until an administrator confirms them.
        </li>
      </ul>
    ),
  },
  {
    id: 'reading',
    title: 'Reading without the file',
    body: (
      <p>
        With view access the server draws each page and sends a picture of it; the file stays where it is.
        Every page seen through a grant, whatever its level, carries the reader’s email address and the time,
        visible on light and dark pages alike.
      </p>
    ),
  },
  {
    id: 'audit',
    title: 'The audit trail',
    body: (
      <p>
        Every change and every reading is an event: who, what, when, from which network address. It is written
        before the first byte leaves. The table refuses to change or delete rows; on PostgreSQL the server can
        run under a role that cannot remove that protection either. Administrators find every event by person,
        document, address and period; everybody else sees what concerns the documents they handle and what
        they did themselves.
      </p>
    ),
  },
  {
    id: 'accounts',
    title: 'Accounts and passwords',
    body: (
      <ul>
        <li>
          An email address is confirmed by a code of {limits.code.digits} digits, valid for{' '}
          {limits.code.livesMs / 60_000} minutes and dead after {limits.code.tries} wrong tries.
        </li>
        <li>
          Passwords are hashed with scrypt. Trivial ones are refused, and those known from data breaches
          whenever the service that knows them answers. It gets five characters of a hash, never a password.
        </li>
        <li>
          {limits.lockout.failures} failed attempts lock an email address for {limits.lockout.minutes}{' '}
          minutes, and a network address that tries many accounts is refused.
        </li>
        <li>
          Multi-factor authentication: anyone can add a second factor, an authenticator app or a passkey, and
          a deployment decides which roles must have one. Until it is passed, nothing can be seen or done. No
          code works twice, and wrong codes count like wrong passwords.
        </li>
        <li>Sessions are cookies that scripts cannot read. A password reset ends all of them.</li>
        <li>Your firm can sign in through its own provider, by OpenID Connect or SAML 2.0.</li>
      </ul>
    ),
  },
  {
    id: 'pages',
    title: 'In your browser',
    body: (
      <p>
        Every page comes with a strict content security policy: no inline scripts, and nothing from another
        origin.{' '}
        <If has="captcha">
          The one exception is the check that you are no robot, which comes from {slot('captcha')} when you
          sign up or sign in.{' '}
        </If>
        There are no trackers and no third-party fonts. Logs hold no names, addresses, titles or contents.
      </p>
    ),
  },
  {
    id: 'limits',
    title: 'What it does not do',
    body: (
      <ul>
        <li>
          It is not end-to-end encrypted: a server that draws pages has to decrypt them. Anyone who controls
          the running server and its master key could read everything.
        </li>
        <li>A reader can photograph a screen, and keeps what they have downloaded.</li>
        <li>It holds no certification, and we do not claim one.</li>
      </ul>
    ),
  },
  {
    id: 'incidents',
    title: 'If something happens',
    body: (
      <p>
        We tell affected customers within {offer.breachNoticeHours} hours after we learn of a breach that
        affects their documents. What the Notifiable Data Breaches scheme asks for besides is described under{' '}
        <a href="/privacy#breach">privacy</a>.
      </p>
    ),
  },
  {
    id: 'report',
    title: 'Report a weakness',
    body: (
      <p>
        Please write to <SupportLink /> before you tell anybody else. You get an answer within 72 hours. We
        take no action against people who look in good faith, on their own accounts, and harm nobody.
      </p>
    ),
  },
]

export const Security = () => (
  <LegalPage
    title="Security"
    lead="How documents are protected, in words that your own adviser can check against the source, and what is left to you."
    parts={parts}
    updated="22 November 2026"
  />
)
