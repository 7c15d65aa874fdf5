import type { Stage } from './stage.ts'

type DemoFirm = {
  /** Days ago that an administrator created it, or entered its details where its people were here first. */
  ago: number
  deactivatedAgo?: number
  /** Change by an Org Admin, later. */
  changed?: { ago: number; by: string; to: Record<string, string> }
  details: Record<string, string>
}

/** ABNs and ACNs that add up and belong to nobody; phone numbers set aside for fiction. */
const firms: DemoFirm[] = [
  {
    ago: 730,
    changed: {
      ago: 33,
      by: 'orgadmin',
      to: { contactName: 'Helen Papadopoulos', address: 'Level 8, 14 Quay Street' },
    },
    details: {
      name: 'Harbour Legal',
      abn: '80 999 123 456',
      acn: '999 123 456',
      address: 'Level 3, 14 Quay Street',
      city: 'Sydney',
      state: 'NSW',
      postalCode: '2000',
      contactName: 'Bryce Halloran',
      contactEmail: 'office@harbourlegal.example',
      contactPhone: '02 5550 4410',
    },
  },
  {
    ago: 729,
    details: {
      name: 'Chen & Whitlam Trustees',
      abn: '69 999 456 781',
      acn: '999 456 781',
      address: '201 Lonsdale Street',
      city: 'Melbourne',
      state: 'VIC',
      postalCode: '3000',
      contactName: 'Tom Nguyen',
      contactEmail: 'trustees@chenwhitlam.example',
      contactPhone: '03 5550 2208',
    },
  },
  {
    ago: 560,
    deactivatedAgo: 40,
    details: {
      name: 'Derwent Wills & Estates',
      abn: '99 999 789 016',
      acn: '999 789 016',
      address: '6 Salamanca Place',
      city: 'Hobart',
      state: 'TAS',
      postalCode: '7000',
      contactName: 'Isla Fennimore',
      contactEmail: 'hello@derwentwills.example',
      contactPhone: '03 5550 7731',
    },
  },
]

/** Plans what administrators and Org Admins entered about organisations. */
export function planFirms({ at, call }: Stage): void {
  const find = async (name: string) => {
    const answer = await call('admin', 'GET', `/api/organizations?search=${encodeURIComponent(name)}`)
    return answer.json().organizations[0]
  }
  for (const { ago, deactivatedAgo, changed, details } of firms) {
    at(ago, async () => {
      const known = await find(details.name ?? '')
      if (!known) return call('admin', 'POST', '/api/organizations', details)
      const body = { ...details, updatedAt: known.updatedAt }
      return call('admin', 'PUT', `/api/organizations/${known.id}`, body)
    })
    if (changed)
      at(changed.ago, async () => {
        const { id, updatedAt } = await find(details.name ?? '')
        const body = { ...details, ...changed.to, updatedAt }
        return call(changed.by, 'PUT', `/api/organizations/${id}`, body)
      })
    if (deactivatedAgo)
      at(deactivatedAgo, async () => {
        const { id } = await find(details.name ?? '')
        return call('admin', 'POST', `/api/organizations/${id}/deactivate`)
      })
  }
}
