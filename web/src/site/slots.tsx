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
