import { type Direction, usualDirection } from '@deedbox/contract/sorts.ts'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

type Order<Name extends string> = { by: Name; direction: Direction }

/**
 * Returns the order of a list, stored in the address (`?sort=…&direction=…`), and a function to change it. `usual`: the default order, in the
 * direction `first`. `list`: a prefix for both parameters, where a page has several lists.
 */
export function useSorting<Name extends string>(
  sorts: readonly Name[],
  usual: NoInfer<Name>,
  { list = '', first = usualDirection(usual) }: { list?: string; first?: Direction } = {},
): [Order<Name>, (order: { by: string; direction: Direction }) => void] {
  const [params, setParams] = useSearchParams()
  const names = list ? [`${list}-sort`, `${list}-direction`] : ['sort', 'direction']
  const [sortName = '', directionName = ''] = names
  const by = sorts.find((name) => name === params.get(sortName)) ?? usual
  const requested = params.get(directionName)
  const direction =
    requested === 'asc' || requested === 'desc' ? requested : by === usual ? first : usualDirection(by)
  const set = useCallback(
    (order: { by: string; direction: Direction }) => {
      // Parameters from the address itself, as two changes may come before this component renders again.
      const next = new URLSearchParams(window.location.search)
      next.delete(sortName)
      next.delete(directionName)
      if (order.by !== usual) next.set(sortName, order.by)
      const expected = order.by === usual ? first : usualDirection(order.by)
      if (order.direction !== expected) next.set(directionName, order.direction)
      setParams(next, { replace: true, preventScrollReset: true })
    },
    [sortName, directionName, usual, first, setParams],
  )
  return [{ by, direction }, set]
}
