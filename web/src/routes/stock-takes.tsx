import { StockTakes } from '../custody/stock-takes.tsx'

/** Page /custody/stock-takes */
export function Component() {
  return <StockTakes />
}
