import { questions } from '../faq.ts'
import { PageTop, Questions, Section } from '../parts.tsx'
import { If, slot, Unless } from '../slots.tsx'

type Plan = { name: string; dollars: string | null; documents: string | null; suits: string }

/** The plans of section 1 of the specification, with the deployment's own numbers. Enterprise is by agreement. */
const plans: Plan[] = [
  {
    name: 'Basic',
    dollars: slot('basicDollars'),
    documents: slot('basicDocuments'),
    suits: 'For one family trust, or a sole practitioner who is starting.',
  },
  {
    name: 'Small Business',
    dollars: slot('smallDollars'),
    documents: slot('smallDocuments'),
    suits: 'For a practice with its own register of deeds and wills.',
  },
  {
    name: 'Enterprise',
    dollars: null,
    documents: null,
    suits: 'For firms with several offices, or a deployment of their own.',
  },
]

const everyPlan = [
  'Storage encrypted with AES-256, with a key for each document',
  'Multi-factor authentication for everybody',
  'Sharing until a day that you choose, and guests without a plan',
  'Requests, reminders and reports',
  'The whole audit trail',
]

/** The button of a plan, which leads to the sign-up where it is open, and otherwise to the contact page like Enterprise. */
function PlanButton({ plan }: { plan: Plan }) {
  const contact = (
    <a className="button outline" href="/contact" aria-label={`Contact us about ${plan.name}`}>
      Contact us
    </a>
  )
  if (plan.dollars === null) return contact
  const trial = (label: string) => (
    <a
      className={plan.name === 'Small Business' ? 'button' : 'button outline'}
      href="/signup"
      aria-label={`${label}: ${plan.name}`}
    >
      {label}
    </a>
  )
  return (
    <>
      <If has="signUp">
        <If has="trialDays">{trial('Start free trial')}</If>
        <Unless has="trialDays">{trial('Sign up')}</Unless>
      </If>
      <Unless has="signUp">{contact}</Unless>
    </>
  )
}

export function Pricing() {
  return (
    <>
      <PageTop title="Pricing">
        <If has="trialDays">Every plan starts with a {slot('trialDays')}-day free trial. </If>Prices are in
        Australian dollars. The plans differ in how many documents they keep, not in how safely.
      </PageTop>
      <ul className="plans">
        {plans.map((plan) => (
          <li key={plan.name}>
            <h2>{plan.name}</h2>
            <p className="price">
              {plan.dollars === null ? (
                'Custom'
              ) : (
                <>
                  ${plan.dollars} <span>per month</span>
                </>
              )}
            </p>
            <p className="amount">
              {plan.documents === null ? 'Unlimited documents' : `Up to ${plan.documents} documents`}
            </p>
            <p>{plan.suits}</p>
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
        <Questions questions={questions} />
      </Section>
    </>
  )
}
