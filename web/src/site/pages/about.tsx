import { CallToAction, PageTop, Section } from '../parts.tsx'
import { If, slot } from '../slots.tsx'

export function About() {
  return (
    <>
      <PageTop title="About Deedbox">
        A deed box is the tin box, black and usually dented, in which a solicitor keeps the deeds and wills of
        a client. This one has the same task, and a better memory.
      </PageTop>
      <Section id="why" title="Why it exists">
        <div className="prose">
          <p>
            A trust deed is asked for again and again: by the bank, the accountant, the new co-trustee, a
            beneficiary’s lawyer. Usually somebody scans it and sends it by email. From then on nobody can say
            how many copies there are, who has read them, or whether last year’s adviser still has the folder.
          </p>
          <p>
            Deedbox answers those questions. The document stays in one place. People come to it, for as long
            as they need it, and each visit leaves a line in a record that nobody can rewrite.
          </p>
        </div>
      </Section>
      <Section id="whom" title="Whom it is for">
        <div className="prose">
          <p>
            Trust administrators and solicitors in Australia who answer for other people’s papers; the
            accountants, advisers and notaries who need to see them; and the families they belong to. Somebody
            who opens one document once, on a phone, in a bad week, should find it as clear as somebody who
            works with hundreds every day.
          </p>
        </div>
      </Section>
      <Section id="how-we-build" title="How it is made">
        <ul className="bullets">
          <li>
            Deny by default. What a person may list and what they may open is decided in one place, and tested
            for every role against every call.
          </li>
          <li>
            Open source, under the Apache 2.0 licence. A firm that wants to can run its own Deedbox, with its
            own keys.
          </li>
          <li>
            No trackers, no advertising and no fonts from elsewhere in your browser.
            <If has="captcha"> Only the check that you are no robot comes from {slot('captcha')}.</If>
          </li>
          <li>
            Made to be used by everyone: by keyboard, with a screen reader, in light or dark, at any size of
            text.
          </li>
          <li>We say what it does not do. The pages on security and compliance have a list.</li>
        </ul>
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
