import { deviceText } from '@deedbox/contract/device.ts'
import type { Geo } from '../../platform/geo.ts'

/** Says from where somebody came: device in plain words, place and address. */
export const from = (geo: Geo, { ip, userAgent }: { ip: string | null; userAgent: string | null }) => ({
  device: deviceText(userAgent),
  place: geo.placeOf(ip),
  address: ip,
})
