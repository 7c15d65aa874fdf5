export const states = {
  NSW: 'New South Wales',
  VIC: 'Victoria',
  QLD: 'Queensland',
  SA: 'South Australia',
  WA: 'Western Australia',
  TAS: 'Tasmania',
  ACT: 'Australian Capital Territory',
  NT: 'Northern Territory',
} as const
export type State = keyof typeof states

export const isState = (text: string): text is State => Object.hasOwn(states, text)

/** Ranges of postcodes, including post boxes and large receivers. */
const ranges: Record<State, readonly (readonly [first: number, last: number])[]> = {
  NSW: [
    [1000, 2599],
    [2619, 2899],
    [2921, 2999],
  ],
  VIC: [
    [3000, 3999],
    [8000, 8999],
  ],
  QLD: [
    [4000, 4999],
    [9000, 9999],
  ],
  SA: [[5000, 5999]],
  WA: [[6000, 6999]],
  TAS: [[7000, 7999]],
  ACT: [
    [200, 299],
    [2600, 2618],
    [2900, 2920],
  ],
  NT: [[800, 999]],
}

/** Postcodes that reach across a border, and Jervis Bay. The ranges are wide on purpose: an address that exists is never refused. */
const across: Partial<Record<State, readonly (readonly [first: number, last: number])[]>> = {
  NSW: [
    [2600, 2620],
    [2900, 2920],
    [3490, 3720],
    [4375, 4385],
  ],
  VIC: [
    [2640, 2660],
    [2710, 2740],
    [5262, 5291],
  ],
  QLD: [
    [2406, 2406],
    [2485, 2486],
    [880, 880],
  ],
  SA: [
    [872, 872],
    [2880, 2880],
    [3301, 3320],
  ],
  WA: [
    [852, 852],
    [872, 872],
  ],
  ACT: [
    [2540, 2540],
    [2619, 2620],
  ],
  NT: [[4825, 4825]],
}

export const isPostcode = (text: string): boolean =>
  /^\d{4}$/.test(text) && Object.values(ranges).some((own) => within(text, own))

/** Tells whether a four-digit postcode is delivered in a state. */
export const postcodeFits = (state: State, postcode: string): boolean =>
  within(postcode, [...ranges[state], ...(across[state] ?? [])])

const within = (postcode: string, known: readonly (readonly [number, number])[]): boolean =>
  known.some(([first, last]) => Number(postcode) >= first && Number(postcode) <= last)

export type AddressParts = { state: string; postalCode: string; country: string }

/** Returns what is wrong with an address. All parts are optional, and only those of Australian addresses are checked. */
export function addressProblems({ state, postalCode, country }: AddressParts): {
  state?: string
  postalCode?: string
} {
  if (country !== 'AU') return {}
  if (state && !isState(state)) return { state: 'Please choose a state or territory' }
  if (!postalCode) return {}
  if (!isPostcode(postalCode))
    return { postalCode: 'Please enter an Australian postcode of four digits, for example 2000' }
  return state && isState(state) && !postcodeFits(state, postalCode)
    ? { postalCode: `This postcode is not in ${states[state]}` }
    : {}
}
