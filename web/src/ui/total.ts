import { countText } from '@deedbox/contract/counts.ts'

/** Writes the total of a list: '1,234', or 'more than 10,000'. */
export const totalText = ({
  total,
  totalIsMore,
}: {
  total: number
  totalIsMore?: boolean | undefined
}): string => `${totalIsMore ? 'more than ' : ''}${countText(total)}`
