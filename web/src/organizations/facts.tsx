import { abnText, acnText } from '@deedbox/contract/business-numbers.ts'
import type { Organization } from '@deedbox/contract/organizations.ts'
import { phoneText } from '@deedbox/contract/phone.ts'
import { Fact, Facts } from '../ui/facts.tsx'
import { When } from '../ui/when.tsx'

/** The details of an organisation. */
export function OrganizationFacts({ organization }: { organization: Organization }) {
  const { abn, acn, contactName, contactEmail, contactPhone, deactivatedAt, createdAt } = organization
  const { address, city, state, postalCode, country } = organization
  const place = [city, state, postalCode].filter(Boolean).join(' ')
  return (
    <Facts>
      <Fact name="ABN">{abn && abnText(abn)}</Fact>
      <Fact name="ACN">{acn && acnText(acn)}</Fact>
      <Fact name="Address">
        {[address, place, country !== 'AU' && (address || place) && country].filter(Boolean).join(', ')}
      </Fact>
      <Fact name="Contact name">{contactName}</Fact>
      <Fact name="Contact email">
        {contactEmail && <a href={`mailto:${contactEmail}`}>{contactEmail}</a>}
      </Fact>
      <Fact name="Contact phone">
        {contactPhone && <a href={`tel:${contactPhone}`}>{phoneText(contactPhone)}</a>}
      </Fact>
      <Fact name="Created">
        <When at={createdAt} />
      </Fact>
      {deactivatedAt && (
        <Fact name="Deactivated">
          <When at={deactivatedAt} />
        </Fact>
      )}
    </Facts>
  )
}
