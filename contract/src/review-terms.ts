/** Outcomes of a review: what was found out or decided. None of them removes anything. */
export const reviewOutcomes = ['keep', 'instructions', 'efforts'] as const
export type ReviewOutcome = (typeof reviewOutcomes)[number]

/** Names of outcomes, as choices and once decided, and what is written down with each. */
export const reviewWords: Record<
  ReviewOutcome,
  { label: string; done: string; note: string; day: string | null }
> = {
  keep: { label: 'Keep it', done: 'Kept', note: 'Note (optional)', day: null },
  instructions: {
    label: 'Record the client’s instructions',
    done: 'Client’s instructions',
    note: 'What the client instructed',
    day: 'Day of the instructions',
  },
  efforts: {
    label: 'Record efforts to reach the client',
    done: 'Efforts to reach the client',
    note: 'What was tried to reach the client',
    day: 'Day of the last try',
  },
}
