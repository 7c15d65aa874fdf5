import type { SiteValues } from '@deedbox/contract/site.ts'
import type { ReactNode } from 'react'

type Name = keyof SiteValues

/** Where the server fills in a value of this deployment. */
export const slot = (name: Name) => `{{${name}}}`

/** A part of a page that stays where this deployment has the value. */
export const If = (props: { has: Name; children: ReactNode }) => (
  <>
    {`{{#${props.has}}}`}
    {props.children}
    {`{{/${props.has}}}`}
  </>
)

/** A part of a page that stays where it does not. */
export const Unless = (props: { has: Name; children: ReactNode }) => (
  <>
    {`{{^${props.has}}}`}
    {props.children}
    {`{{/${props.has}}}`}
  </>
)

export const SupportLink = () => <a href={`mailto:${slot('supportEmail')}`}>{slot('supportEmail')}</a>

/** Where the data is kept, in the deployment's own words, or whom to ask. */
export const Hosting = () => (
  <>
    <If has="hosting">
      <p className="lines">{slot('hosting')}</p>
    </If>
    <Unless has="hosting">
      <p>
        Ask us where this deployment keeps its documents: <SupportLink />.
      </p>
    </Unless>
  </>
)
