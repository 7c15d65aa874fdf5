import type { SiteValues } from '@deedbox/contract/site.ts'
import type { ReactNode } from 'react'

type Name = keyof SiteValues

/** Slot that the server fills with a value of this deployment. */
export const slot = (name: Name) => `{{${name}}}`

/** A part of a page that stays where this deployment has the value; `has: null` means everywhere. */
export const If = ({ has, children }: { has: Name | null; children: ReactNode }) =>
  has === null ? (
    children
  ) : (
    <>
      {`{{#${has}}}`}
      {children}
      {`{{/${has}}}`}
    </>
  )

/** A part of a page that stays where this deployment does not have the value. */
export const Unless = (props: { has: Name; children: ReactNode }) => (
  <>
    {`{{^${props.has}}}`}
    {props.children}
    {`{{/${props.has}}}`}
  </>
)

export const SupportLink = () => <a href={`mailto:${slot('supportEmail')}`}>{slot('supportEmail')}</a>

/** Place of the data in the deployment's own words, or whom to ask. */
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
