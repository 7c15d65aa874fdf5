import type { ReactNode } from 'react'
import classes from './system.module.css'

export type Fact = [name: string, value: ReactNode]

/** Names and values, one below the other. */
export const FactList = ({ facts }: { facts: Fact[] }) => (
  <dl className={classes.facts}>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
