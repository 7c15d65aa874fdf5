import { isState, states } from '@deedbox/contract/australia.ts'
import { abnText, acnText } from '@deedbox/contract/business-numbers.ts'
import {
  type MatterKind,
  matterFields,
  matterKinds,
  type MatterStatus as Status,
} from '@deedbox/contract/matter-terms.ts'
import type { Matter } from '@deedbox/contract/matters.ts'
import { Fact, Facts } from '../ui/facts.tsx'
import { totalText } from '../ui/total.ts'
import { When } from '../ui/when.tsx'
import classes from './matters.module.css'
import { MatterStatus } from './status.tsx'

/** The details of a matter, as far as they are known. */
export function MatterFacts({ matter }: { matter: Matter }) {
  const { kind, status, reference, abn, acn, governingLaw, responsible, organization, notes } = matter
  return (
    <Facts>
      <Fact name={matterFields.kind}>{matterKinds[kind as MatterKind]}</Fact>
      <Fact name={matterFields.status}>
        <MatterStatus status={status as Status} />
      </Fact>
      {reference && <Fact name={matterFields.reference}>{reference}</Fact>}
      {abn && <Fact name={matterFields.abn}>{abnText(abn)}</Fact>}
      {acn && <Fact name={matterFields.acn}>{acnText(acn)}</Fact>}
      {governingLaw && isState(governingLaw) && (
        <Fact name={matterFields.governingLaw}>{states[governingLaw]}</Fact>
      )}
      {responsible && <Fact name={matterFields.responsible}>{responsible.name}</Fact>}
      {organization && <Fact name={matterFields.organization}>{organization.name}</Fact>}
      <Fact name="Documents">{totalText(matter.documents)}</Fact>
      <Fact name="Created">
        <When at={matter.createdAt} />
      </Fact>
      {notes && (
        <Fact name={matterFields.notes}>
          <span className={classes.notes}>{notes}</span>
        </Fact>
      )}
    </Facts>
  )
}
