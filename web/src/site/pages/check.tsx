import { copyKinds, copyStates } from '@deedbox/contract/copy-terms.ts'
import { PageTop } from '../parts.tsx'
import { SupportLink, slot } from '../slots.tsx'

/** Words of the page's script. */
const words = JSON.stringify({
  kinds: copyKinds,
  states: copyStates,
  unknown: 'No copy with this code is known here. Please compare each character of the code with the page.',
  busy: 'Too many codes were tried from your network. Please wait a minute.',
  unreachable: 'The code could not be checked. Please check your connection and try again.',
  incomplete: 'A code has 16 letters and digits. Please type it as it stands on the page.',
  verified:
    'Its pages were drawn from a file whose bytes equalled those held. It does not say that anybody has seen the paper.',
  certified:
    'The person who certified it states on each page, by name and capacity, to have sighted the original. Nobody here checks that capacity.',
  genuine: 'It was made here and is neither withdrawn nor superseded.',
  superseded:
    'The document that was copied was replaced or revoked, or there is a newer version of it, since',
  withdrawn: 'It must not be relied on. It was withdrawn on',
  same: 'These are the bytes of that copy.',
  different: 'These are not the bytes of that copy. It may be another file, a scan, or a changed one.',
  cannot: 'This browser cannot compare files on this page.',
})

/** Page on which anybody checks a copy by its code; `client/check.ts` asks, and compares a file without sending it. */
export function Check() {
  return (
    <>
      <PageTop title="Check a copy">
        A verified or certified copy made with {slot('name')} has a code under each page. Type it to see
        whether the copy is genuine.
      </PageTop>
      <div className="contact">
        <div>
          <noscript>
            <p>
              Checking needs JavaScript. Please write to <SupportLink /> instead.
            </p>
            <style>{'.contact form{display:none}'}</style>
          </noscript>
          <form data-check={words} data-zone={slot('timeZone')} noValidate aria-label="Check a copy">
            <div className="field">
              <label htmlFor="code">Code</label>
              <p id="code-hint" className="hint">
                16 letters and digits, such as 7Q2M-X0FD-93KT-8HBC.
              </p>
              <input
                id="code"
                name="code"
                maxLength={60}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                aria-describedby="code-hint code-error"
              />
              <p id="code-error" className="error" hidden />
            </div>
            <button type="submit" className="button">
              Check
            </button>
            <div role="status" className="outcome" data-outcome="" hidden />
            <div className="field" data-compare="" hidden>
              <label htmlFor="file">Compare a file with that copy (optional)</label>
              <p id="file-hint" className="hint">
                Your browser compares the bytes. The file is not sent anywhere.
              </p>
              <input id="file" type="file" aria-describedby="file-hint" />
              <div role="status" className="outcome" data-compared="" hidden />
            </div>
          </form>
        </div>
        <aside aria-label="What this page tells">
          <p>
            This page tells which kind of copy it is, when it was made, and whether it was withdrawn or
            superseded. It never shows what a copy says, of whom it is, or who made it.
          </p>
          <p>A code that was switched off is answered like one that never was.</p>
        </aside>
      </div>
    </>
  )
}
