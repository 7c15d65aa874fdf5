import { useParams } from 'react-router'
import { PacketPage } from '../custody/packet-page.tsx'

/** Page /custody/packets/{packetId}, also by the number of the packet, as its label has it */
export function Component() {
  const { packetId = '' } = useParams()
  return <PacketPage key={packetId} packetId={packetId} />
}
