import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, id } from './fields.ts'

const who = ['canManageDocuments', 'canManageOrganization'] as const
const params = z.object({ matterId: id })
const query = z.object({ on: day })

export const exportOwners = endpoint({
  id: 'exportBeneficialOwners',
  summary: 'The register of beneficial owners of a matter on a day, as CSV',
  who,
  needsProof: true,
  perPersonMinute: 20,
  params,
  query,
  sends: 'text/csv',
  response: z.unknown(),
  refuses: ['matter-not-found'],
})

export const printOwners = endpoint({
  id: 'printBeneficialOwners',
  summary: 'The register of beneficial owners of a matter on a day, as a PDF',
  who,
  noProof: 'looks',
  perPersonMinute: 30,
  params,
  query,
  sends: 'application/pdf',
  response: z.unknown(),
  refuses: ['matter-not-found'],
})
