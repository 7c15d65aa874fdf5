import { Button, Title } from '@mantine/core'
import { IconDevices, IconFileUpload, IconUserCheck } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useSession } from '../lib/session.ts'
import classes from './landing.module.css'
import { ListPicture } from './list-picture.tsx'

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

/** /: what Deedbox is, the three steps, and the links to sign up and sign in. */
export function Landing() {
  const { user } = useSession()
  return (
    <div className={classes.page}>
      <title>Deedbox · Trust deeds and wills, kept and shared with care</title>
      <section className={classes.hero}>
        <div>
          <p className={classes.kicker}>For trust administrators and their clients</p>
          <Title order={1} tabIndex={-1} className={classes.headline}>
            The deed box, with a record of every key.
          </Title>
          <p className={classes.lead}>
            Deedbox keeps trust deeds, wills and other legal documents encrypted, lets you share each one with
            exactly the people who need it, for exactly as long, and records who has read what.
          </p>
          <div className={classes.actions}>
            {user ? (
              <Button component={Link} to="/dashboard" size="md">
                Go to your dashboard
              </Button>
            ) : (
              <Button component={Link} to="/signup" size="md">
                Create your account
              </Button>
            )}
            {!user && (
              <Link to="/login" className={classes.signIn}>
                I have an account
              </Link>
            )}
          </div>
        </div>
        <ListPicture />
      </section>

      <section aria-labelledby="how">
        <Title order={2} id="how" className={classes.sectionTitle}>
          How it works
        </Title>
        <ol className={classes.steps}>
          {steps.map(({ icon: StepIcon, title, text }, index) => (
            <li key={title} className={classes.step}>
              <div className={classes.number}>
                <StepIcon size={26} stroke={1.4} aria-hidden="true" />
                <span>Step {index + 1}</span>
              </div>
              <Title order={3} size="h4">
                {title}
              </Title>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </section>

      {!user && (
        <section className={classes.call} aria-labelledby="start">
          <Title order={2} id="start" size="h3">
            Put the first deed in the box
          </Title>
          <p>An account takes two minutes: your name, your email address and a six-digit code.</p>
          <Button component={Link} to="/signup" variant="default" size="md">
            Sign up
          </Button>
        </section>
      )}
    </div>
  )
}
