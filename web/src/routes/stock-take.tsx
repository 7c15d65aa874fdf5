import { useParams } from 'react-router'
import { StockTakePage } from '../custody/stock-take-page.tsx'

/** Page /custody/stock-takes/{stockTakeId} */
export function Component() {
  const { stockTakeId = '' } = useParams()
  return <StockTakePage key={stockTakeId} stockTakeId={stockTakeId} />
}
