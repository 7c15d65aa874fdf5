import { offer, plans } from '@deedbox/contract/offer.ts'
import { questions } from '../faq.ts'
import { PageTop, Section } from '../parts.tsx'
import { If, Unless } from '../slots.tsx'

type Plan = (typeof plans)[number]

const fors: Record<Plan['name'], string> = {
  Basic: 'For one family trust, or a sole practitioner who is starting.',
  'Small Business': 'For a practice with its own register of deeds and wills.',
  Enterprise: 'For firms with several offices, or a deployment of their own.',
}

const everyPlan = [
  'Encrypted storage, with a key for each document',
  'Sharing until a day that you choose, and guests without a plan',
  'Requests, reminders and reports',
  'The whole audit trail',
]

/** The button of a plan: to the sign-up where it is open, and otherwise to the contact page like Enterprise. */
function PlanButton({ plan }: { plan: Plan }) {
  const contact = (
    <a className="button outline" href="/contact" aria-label={`Contact us about ${plan.name}`}>
      Contact us
    </a>
  )
  if (plan.buttonTo === '/contact') return contact
  return (
    <>
      <If has="signUp">
        <a
          className={plan.name === 'Small Business' ? 'button' : 'button outline'}
          href={plan.buttonTo}
          aria-label={`Start free trial of ${plan.name}`}
        >
          Start free trial
        </a>
      </If>
      <Unless has="signUp">{contact}</Unless>
    </>
  )
}

export function Pricing() {
  return (
    <>
      <PageTop title="Pricing">
        Every plan starts with a {offer.trialDays}-day free trial. Prices are in Australian dollars. The plans
        differ in how many documents they keep, not in how safely.
      </PageTop>
      <ul className="plans">
        {plans.map((plan) => (
          <li key={plan.name}>
            <h2>{plan.name}</h2>
            <p className="price">
              {plan.dollarsAMonth === null ? (
                'Custom'
              ) : (
                <>
                  ${plan.dollarsAMonth.toFixed(2)} <span>per month</span>
                </>
              )}
            </p>
            <p className="amount">
              {plan.documents === null ? 'Unlimited documents' : `Up to ${plan.documents} documents`}
            </p>
            <p>{fors[plan.name]}</p>
            <PlanButton plan={plan} />
          </li>
        ))}
      </ul>
      <Section id="every-plan" title="In every plan">
        <ul className="bullets">
          {everyPlan.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </Section>
      <Section id="questions" title="Questions">
        <div className="faq">
          {questions.map(({ question, answer }) => (
            <details key={question}>
              <summary>
                <h3>{question}</h3>
              </summary>
              <p>{answer}</p>
            </details>
          ))}
        </div>
        <p>
          Another question? <a href="/contact">Write to us</a>.
        </p>
      </Section>
    </>
  )
}
