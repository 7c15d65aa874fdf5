import { changes } from './changes.ts'
import { founding } from './founding.ts'
import { meetings } from './meetings.ts'
import { ofPersons } from './of-persons.ts'

/** Words of every kind of paper that is not a deed of settlement, a will or a letter. A new kind is an entry in one of these and in `kinds` of plan.ts. */
export const papers = { ...founding, ...changes, ...meetings, ...ofPersons }
