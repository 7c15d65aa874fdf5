import { Calendar } from '../due-dates/calendar.tsx'

/** Page /calendar */
export function Component() {
  return <Calendar />
}
