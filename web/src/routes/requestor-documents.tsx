import { requestorTabs } from '@deedbox/contract/request-terms.ts'
import { Button, Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router'
import { holds, useUser } from '../lib/session.ts'
import { OwnerRequestForm } from '../owner-requests/owner-request-form.tsx'
import { OwnerRequestList } from '../owner-requests/owner-request-list.tsx'
import { AccessNotRequired } from '../requests/access-not-required.tsx'
import { BrowseRequest } from '../requests/browse-request.tsx'
import { OwnAccess } from '../requests/own-access.tsx'
import { OwnRequests } from '../requests/own-requests.tsx'
import { RequestAccess } from '../requests/request-access.tsx'
import { Card } from '../ui/card.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Component as Documents } from './documents.tsx'
import classes from './requestor-documents.module.css'

type Tab = keyof typeof requestorTabs
const tabs = Object.keys(requestorTabs) as Tab[]

/** Page /requestor/documents and /documents/requestor: five tabs for requestors, the one list for guests. */
export function Component() {
  const user = useUser()
  const [params, setParams] = useSearchParams()
  const tab = tabs.find((name) => name === params.get('tab')) ?? 'my-access'
  if (user.role === 'guest') return <Documents />
  if (user.role === 'trustee' && user.confirmed && tab === 'request-access')
    return (
      <>
        <PageHeader title="Request Access" back={{ to: '/documents', label: 'Back to Documents' }} />
        <AccessNotRequired />
      </>
    )
  if (!holds(user, 'canRequestAccess')) return <Navigate to="/documents" replace />
  return (
    <>
      <PageHeader title="Access and Requests" back={{ to: '/documents', label: 'Back to Documents' }} />
      <Tabs
        value={tab}
        onChange={(name) =>
          setParams(name && name !== 'my-access' ? { tab: name } : {}, { preventScrollReset: true })
        }
        keepMounted={false}
        classNames={{ list: classes.tabs ?? '', tab: classes.tab ?? '' }}
      >
        <Tabs.List aria-label="Access and requests">
          {tabs.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {requestorTabs[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map((name) => (
          <Tabs.Panel key={name} value={name} pt="lg">
            {panels[name]}
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  )
}

const panels: Record<Tab, ReactNode> = {
  'my-access': <OwnAccess />,
  'request-access': <RequestAccess />,
  'owner-requests': (
    <>
      <Card title="Ask a document owner">
        <OwnerRequestForm />
        <p className={classes.hint}>
          The requests that you have sent are under <Link to="?tab=my-requests">My Requests</Link>.
        </p>
      </Card>
      <Section title="Requests to you">
        <OwnerRequestList view="received" />
      </Section>
    </>
  ),
  'browse-documents': <BrowseRequest />,
  'my-requests': (
    <>
      <Section title="Your requests to document owners">
        <OwnerRequestList
          view="sent"
          emptyAction={
            <Button component={Link} to="?tab=owner-requests" variant="default">
              Ask a document owner
            </Button>
          }
        />
      </Section>
      <Section title="Your access requests">
        <OwnRequests />
      </Section>
    </>
  ),
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
