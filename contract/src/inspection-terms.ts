/** Why a request to inspect a will is refused, in words that tell nothing of what is kept. */
export const inspectionRefusals = {
  entitled: 'What you wrote does not show that you are entitled to inspect a will.',
  evidence: 'We need evidence of the death and of who you are before we can answer.',
  nothing:
    'We cannot help with this request. Another firm, the Supreme Court or a public trustee may be able to.',
} as const
export type InspectionRefusal = keyof typeof inspectionRefusals
export const inspectionRefusalNames = Object.keys(inspectionRefusals) as [
  InspectionRefusal,
  ...InspectionRefusal[],
]

export const inspectionStatuses = ['open', 'decided', 'all'] as const
