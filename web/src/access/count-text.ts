/** Counts in words: '1 access record', '1,000 access records'. */
export const countText = (count: number): string =>
  `${count.toLocaleString('en-AU')} access ${count === 1 ? 'record' : 'records'}`
