import { type Icon, IconCheck, IconDeviceDesktop, IconDeviceMobile, IconTerminal2 } from '@tabler/icons-react'
import { StatusBadge } from '../ui/status-badge.tsx'

type From = { device: string; place: string | null; address: string | null }

/** Writes 'Sydney, Australia · 203.0.113.9'. */
export const placeText = ({ place, address }: Pick<From, 'place' | 'address'>): string =>
  [place, address].filter(Boolean).join(' · ')

/** Returns the icon for a device with a name like 'Safari on iPhone'. */
export function deviceIcon(device: string): Icon {
  if (/\b(iPhone|iPad|Android)$/.test(device)) return IconDeviceMobile
  return / on /.test(device) ? IconDeviceDesktop : IconTerminal2
}

export const ThisDevice = () => (
  <StatusBadge tone="good" icon={IconCheck}>
    This device
  </StatusBadge>
)
