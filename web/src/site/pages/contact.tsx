import { limits } from '@deedbox/contract/limits.ts'
import { screen, success } from '@deedbox/contract/messages.ts'
import { errors } from '@deedbox/contract/refusals/practice.ts'
import type { ReactNode } from 'react'
import { PageTop } from '../parts.tsx'
import { If, SupportLink, slot } from '../slots.tsx'

type Field = { name: string; label: string; max: number; type?: string; complete?: string; hint?: string }

const fields: Field[] = [
  { name: 'name', label: 'Name', max: limits.text.name, complete: 'name' },
  {
    name: 'email',
    label: 'Email',
    max: limits.text.email,
    type: 'email',
    complete: 'email',
    hint: 'We need an email address or a phone number to answer you.',
  },
  { name: 'phone', label: 'Phone', max: 40, type: 'tel', complete: 'tel' },
  { name: 'subject', label: 'Subject', max: limits.text.title },
]

function Labelled(props: { name: string; label: string; hint?: string | undefined; children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={props.name}>{props.label}</label>
      {props.hint && (
        <p id={`${props.name}-hint`} className="hint">
          {props.hint}
        </p>
      )}
      {props.children}
      <p id={`${props.name}-error`} className="error" hidden />
    </div>
  )
}

/** Messages of the form's script (sections 5 and 8 of the specification). */
const messages = JSON.stringify({
  contact: { title: screen.contactDetailsTitle, text: errors['contact-details-missing'].message },
  required: { title: screen.contactFieldsTitle, text: errors['contact-fields-missing'].message },
  sent: { title: success.contactTitle, text: success.contact },
  unreachable: {
    title: '',
    text: 'The message could not be sent. Please check your connection and try again.',
  },
})

/** The form that `client/contact.ts` sends; if there is no JavaScript, the page gives the email address instead. */
const Form = () => (
  <>
    <noscript>
      <p>
        The form needs JavaScript. Please write to <SupportLink /> instead.
      </p>
      <style>{'.contact form{display:none}'}</style>
    </noscript>
    <form data-contact={messages} noValidate aria-label="Contact">
      {fields.map(({ name, label, max, type = 'text', complete, hint }) => (
        <Labelled key={name} name={name} label={label} hint={hint}>
          <input
            id={name}
            name={name}
            type={type}
            maxLength={max}
            {...(complete && { autoComplete: complete })}
            aria-describedby={hint ? `${name}-hint ${name}-error` : `${name}-error`}
          />
        </Labelled>
      ))}
      <Labelled name="message" label="Message">
        <textarea
          id="message"
          name="message"
          rows={6}
          maxLength={limits.text.enquiry}
          aria-describedby="message-error"
        />
      </Labelled>
      <div className="trap" aria-hidden="true">
        <label htmlFor="website">Website</label>
        <input id="website" name="website" tabIndex={-1} autoComplete="off" />
      </div>
      <button type="submit" className="button">
        Send message
      </button>
      <div role="alert" className="outcome" data-outcome="" hidden />
    </form>
  </>
)

export function Contact() {
  return (
    <>
      <PageTop title="Contact us">
        Questions about Deedbox or your account? We reply within {limits.contact.replyHours} hours.
      </PageTop>
      <div className="contact">
        <Form />
        <aside aria-label="Other ways to reach us">
          <dl>
            <dt>Support</dt>
            <dd>
              <SupportLink />
            </dd>
            <If has="phone">
              <dt>Phone</dt>
              <dd>{slot('phone')}</dd>
            </If>
            <If has="officeAddress">
              <dt>Office</dt>
              <dd className="lines">{slot('officeAddress')}</dd>
            </If>
            <If has="businessHours">
              <dt>Business hours</dt>
              <dd>{slot('businessHours')}</dd>
            </If>
            <If has="enterpriseEmail">
              <dt>Enterprise</dt>
              <dd>
                <a href={`mailto:${slot('enterpriseEmail')}`}>{slot('enterpriseEmail')}</a>
              </dd>
            </If>
          </dl>
          <p>
            Somebody has died and the law lets you see their will?{' '}
            <a href="/inspect">Ask to inspect a will</a>.
          </p>
          <p>Please do not send documents by this form or by email. Share them in Deedbox instead.</p>
        </aside>
      </div>
    </>
  )
}
