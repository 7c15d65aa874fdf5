const number = new Intl.NumberFormat('en-AU')

/** Writes the total of a list: '1,234', or 'more than 10,000'. */
export const totalText = ({
  total,
  totalIsMore,
}: {
  total: number
  totalIsMore?: boolean | undefined
}): string => `${totalIsMore ? 'more than ' : ''}${number.format(total)}`
