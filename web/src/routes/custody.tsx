import { PacketList } from '../custody/packet-list.tsx'

/** Page /custody */
export function Component() {
  return <PacketList />
}
