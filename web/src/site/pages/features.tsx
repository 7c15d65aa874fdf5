import { limits } from '@deedbox/contract/limits.ts'
import { reminderWindows } from '@deedbox/contract/request-terms.ts'
import { general } from '../faq.ts'
import { CallToAction, Facts, PageTop, Questions, Section } from '../parts.tsx'
import { Picture } from '../picture.tsx'
import { If, slot, Unless } from '../slots.tsx'

const keeping = [
  {
    title: 'Drop in a whole folder',
    text: 'PDFs, scans, pictures, texts, emails and office files. Describe many at once; an upload that breaks off goes on where it was, and nothing half-stored is ever listed.',
  },
  {
    title: 'Find it by any word in it',
    text: 'Search looks in titles, clients, people and the words of the texts themselves, and does not care about capitals or accents. Filter by client, type, status, expiry and by who has access; the filter stays in the address, so you can bookmark it.',
  },
  {
    title: 'Know what expires',
    text: `Give a document an expiry date, and its owner is reminded ${reminderWindows.join(', ').replace(/, (\d+)$/, ' or $1')} days before.`,
  },
  {
    title: 'A deletion is not the end',
    text: `A deleted document can be restored for at least ${limits.deletedKeptDays} days. After that its key is erased. Backups made before hold it until they are cleared away, readable only with the private backup key, and a restore erases it again.`,
  },
]

const sharing = [
  {
    title: 'To read, or to download',
    text: 'View access shows drawn pages only, of PDFs and pictures as of texts, emails, Word, Excel and ODT files. Download access hands over the file. You choose for each person and each document.',
  },
  {
    title: 'Until a day that you choose',
    text: `Access without an end date ends after ${limits.autoRevokeDays} days, about 18 months, and can be renewed. Nothing stays open because somebody forgot it.`,
  },
  {
    title: 'Ends the very second',
    text: 'Each page that is asked for is checked against the clock of the database. After you revoke access the next page is refused, and a running download is cut off.',
  },
  {
    title: 'Dates as you say them',
    text: 'Type “3/12”, “next Friday”, “6 months” or “end of financial year”. You see the date that was understood before you share.',
  },
]

const asking = [
  {
    title: 'Professionals ask, you decide',
    text: 'An accountant, adviser or lawyer asks for a document for a client and says why. You see the request beside the first page of the document, and approve or deny it with a note.',
  },
  {
    title: 'Owners without an account',
    text: 'A request can go to the email address of an owner who has never used Deedbox. They make an account from the link, upload the document and share it with the person who asked.',
  },
  {
    title: 'Nothing is forgotten',
    text: `Everything that waits for you is in one list, oldest first. A request that nobody answers can be chased after ${limits.request.remindAfterDays} days and lapses after ${limits.request.lapseDays}.`,
  },
]

const proving = [
  {
    title: 'An append-only audit trail',
    text: 'Uploads, grants, views, downloads, revocations, sign-ins and changes of settings. The table refuses to change or delete a row; names, addresses and texts go after seven years at the earliest.',
  },
  {
    title: 'Reports for the file',
    text: 'Export documents, access, activity and readings, or any part of the audit trail, as CSV, or as a PDF that you can put on the client’s file. The dates you choose are the dates you get.',
  },
  {
    title: 'A watermark that names the reader',
    text: 'Every page that somebody sees through a grant carries their email address and the time, whatever the access level.',
  },
  {
    title: 'A fingerprint of every file',
    text: 'The SHA-256 of each file is recorded at upload, so you can show that the document of today is the document you were given.',
  },
]

const protecting = [
  {
    title: 'AES-256 encryption',
    text: 'Files are encrypted with AES-256-GCM before they are stored, each with a key of its own. The words by which a text is found are kept as keyed hashes only.',
  },
  {
    title: 'Multi-factor authentication',
    text: 'An authenticator app or a passkey as the second factor, with backup codes. An administrator decides which roles must have one. Dangerous changes ask again who it is.',
  },
  {
    title: 'Sign-in as your firm does it',
    text: 'With a password, a passkey alone, or your firm’s own provider by OpenID Connect or SAML 2.0.',
  },
  {
    title: 'Your own sessions in sight',
    text: 'Everybody sees where they are signed in, ends a session from any other, and is told by email of a sign-in on a new device.',
  },
]

export function Features() {
  return (
    <>
      <PageTop title="What Deedbox does">
        A register of your deeds and wills, a reading room for the people you trust, and a record of
        everything that happened there.
      </PageTop>
      <Section id="keep" title="Keep">
        <Facts facts={keeping} />
        <Picture
          name="documents"
          alt="The list of documents, dense, with client, type, status and expiry"
          caption="The documents of a trustee: 50 to a page, sorted and filtered as you left them."
        />
      </Section>
      <Section id="share" title="Share">
        <Facts facts={sharing} />
        <Picture
          name="access"
          alt="A document with its details and the people who have access to it"
          caption="One document, and everybody who can open it."
        />
      </Section>
      <Section id="ask" title="Ask">
        <Facts facts={asking} />
      </Section>
      <Section id="prove" title="Prove">
        <Facts facts={proving} />
        <Picture
          name="dashboard"
          alt="The dashboard of a trustee with figures and what waits for a decision"
          caption="The dashboard: what waits for you, what expires, what happened."
        />
      </Section>
      <Section id="protect" title="Protect">
        <Facts facts={protecting} />
      </Section>
      <If has="hosting">
        <Section id="hosting" title="Where the documents are kept">
          <p className="lead lines">{slot('hosting')}</p>
        </Section>
      </If>
      <Section id="roles" title="A place for everybody involved">
        <dl className="terms beside">
          <dt>Trustees</dt>
          <dd>
            Upload, share, decide requests, renew and revoke access. A trustee who signed up alone sees only
            their own documents until an administrator confirms the account.
          </dd>
          <dt>Professionals</dt>
          <dd>
            Lawyers, accountants, financial advisers and notaries ask for documents for their clients, and see
            what they were given.
          </dd>
          <dt>Organisation administrators</dt>
          <dd>Look after the people, documents and requests of their own firm, and of no other.</dd>
          <dt>Guests</dt>
          <dd>
            Beneficiaries and family members read what was shared with them, until a date that is always set.
          </dd>
          <dt>Administrators</dt>
          <dd>
            Look after the whole: people, organisations, mail and settings. What they do is recorded too.
          </dd>
        </dl>
      </Section>
      <Section id="not" title="What it does not do">
        <ul className="bullets">
          <li>It gives no legal advice, and drafts nothing.</li>
          <li>It does not sign or witness documents.</li>
          <li>A copy in Deedbox does not stand in for an original will or deed. Keep the paper safe.</li>
          <li>A reader can photograph a screen. The watermark then shows who it was.</li>
        </ul>
      </Section>
      <Unless has="prices">
        <Section id="questions" title="Questions">
          <Questions questions={general} />
        </Section>
      </Unless>
      <CallToAction />
    </>
  )
}
