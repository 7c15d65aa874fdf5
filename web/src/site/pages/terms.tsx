import { limits } from '@deedbox/contract/limits.ts'
import { offer } from '@deedbox/contract/offer.ts'
import { LegalPage } from '../legal.tsx'
import { If, SupportLink, slot, Unless } from '../slots.tsx'

const parts = [
  {
    id: 'agreement',
    title: 'The agreement',
    body: (
      <p>
        These terms are between you and the operator of this Deedbox (“we”). By making an account you accept
        them, for yourself or for the organisation you act for. If you do not, do not make an account. Nothing
        here takes away rights you have under the Australian Consumer Law.
      </p>
    ),
  },
  {
    id: 'service',
    title: 'What we provide',
    body: (
      <p>
        A place to store documents in encrypted form, to share them for a limited time, to ask for them and to
        see who did what. We give no legal, tax or financial advice, and a document’s presence in Deedbox says
        nothing about whether it is valid.
      </p>
    ),
  },
  {
    id: 'originals',
    title: 'Originals',
    body: (
      <p>
        Deedbox keeps copies. It does not replace an original will, deed or other instrument. Courts usually
        require the original will for probate, and a signed original that cannot be found may be presumed to
        have been revoked. Keep originals safe, and tell the people who will need them where they are.
      </p>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    body: (
      <ul>
        <li>Give your real name and an email address that only you read.</li>
        <li>Keep your password to yourself. Each person has their own account.</li>
        <li>Tell us at once if somebody else may have used it.</li>
        <li>Upload and share only what you are entitled to upload and share.</li>
      </ul>
    ),
  },
  {
    id: 'documents',
    title: 'Your documents',
    body: (
      <p>
        They stay yours. You allow us to store, encrypt, draw and send them so far as that is needed to do
        what you and the people you share with ask for, and nothing else. You decide who may see them and
        until when. Access without an end date ends after {limits.autoRevokeDays} days.
      </p>
    ),
  },
  {
    id: 'use',
    title: 'What is not allowed',
    body: (
      <p>
        To break the law; to try to see what was not shared with you; to get around the watermark or the
        limits of access; to overload the service or look for weaknesses in it without our consent in writing;
        to upload harmful files; or to send people messages they do not want.
      </p>
    ),
  },
  {
    id: 'price',
    title: 'Price and payment',
    body: (
      <>
        <If has="prices">
          <p>
            <If has="trialDays">You try Deedbox for {slot('trialDays')} days at no cost. After that: </If>
            Basic ${slot('basicDollars')} per month for up to {slot('basicDocuments')} documents; Small
            Business ${slot('smallDollars')} per month for up to {slot('smallDocuments')} documents;
            Enterprise by agreement, with no limit. Prices are in Australian dollars. We tell you at least{' '}
            {offer.policyChangeNoticeDays} days before a price changes.
          </p>
        </If>
        <Unless has="prices">
          <p>
            Nothing is charged through Deedbox. If you pay for the service, the price is what you have agreed
            with us, and we tell you at least {offer.policyChangeNoticeDays} days before it changes.
          </p>
        </Unless>
      </>
    ),
  },
  {
    id: 'end',
    title: 'How it ends',
    body: (
      <ul>
        <li>
          Either of us can end the agreement with {offer.terminationNoticeDays} days’ notice in writing.
        </li>
        <li>
          We can suspend an account at once if it is used to harm others or against the law, and say why.
        </li>
        <li>
          After the end you have {offer.downloadAfterEndDays} days to download your documents. Then they are
          deleted and their keys erased here. Backups made before hold them until they are cleared away, and a
          restore erases them again.
        </li>
        <li>Records of who did what are kept for {offer.retentionYears} years.</li>
      </ul>
    ),
  },
  {
    id: 'availability',
    title: 'Availability and care',
    body: (
      <p>
        We provide the service with due care and skill, and announce maintenance at the top of every page. We
        cannot promise that it is never interrupted, and it must not be the only copy of anything you cannot
        do without.
      </p>
    ),
  },
  {
    id: 'breach',
    title: 'Security incidents',
    body: (
      <p>
        We tell affected customers within {offer.breachNoticeHours} hours after we learn of a breach that
        affects their documents, with what we know and what we advise. Our duties under the Notifiable Data
        Breaches scheme are separate and remain.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'Liability',
    body: (
      <p>
        Consumer guarantees that cannot be excluded apply in full. Where the law allows it, our liability for
        a breach of such a guarantee is limited to supplying the service again or paying for that, and
        otherwise to what you paid us in the twelve months before. Neither of us is liable for loss the other
        could reasonably have avoided. None of this applies to fraud or wilful misconduct.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes of these terms',
    body: (
      <p>
        We tell you by email at least {offer.policyChangeNoticeDays} days before a change takes effect. If you
        do not agree, you can end the agreement before that day.
      </p>
    ),
  },
  {
    id: 'law',
    title: 'Law and contact',
    body: (
      <p>
        The law of the Australian state or territory in which we have our office applies, and its courts
        decide. Notices go to <SupportLink />, and to the email address of your account.
      </p>
    ),
  },
]

export const Terms = () => (
  <LegalPage
    title="Terms of service"
    lead="What you can expect of us, what we expect of you, and how it ends. In plain words, because you should read it."
    parts={parts}
    updated="22 November 2026"
  />
)
