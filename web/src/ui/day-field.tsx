import '@mantine/dates/styles.layer.css'
import { DateInput, type DateInputProps } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'

dayjs.extend(customParseFormat)

const typed = ['D MMM YYYY', 'D MMMM YYYY', 'D/M/YYYY', 'D-M-YYYY', 'D.M.YYYY', 'YYYY-MM-DD']

/** What a person typed as a day, the Australian way round; null when it is none. */
function parseDay(text: string): string | null {
  for (const format of typed) {
    const day = dayjs(text.trim(), format, true)
    if (day.isValid()) return day.format('YYYY-MM-DD')
  }
  return null
}

/** A calendar day: typed as 3/12/2026 or '3 Dec 2026', or picked. Its value is `YYYY-MM-DD` or null. */
export function DayField(
  props: Omit<DateInputProps, 'valueFormat' | 'dateParser' | 'value'> & { value?: string | null },
) {
  return (
    <DateInput
      valueFormat="D MMM YYYY"
      dateParser={parseDay}
      placeholder="e.g. 3 Dec 2026"
      clearable
      hideOutsideDates
      clearButtonProps={{ 'aria-label': 'Clear the date' }}
      leftSection={<IconCalendar size={16} aria-hidden="true" />}
      // Red weekends are hard to read on ink, and a weekend is a day like any other here.
      weekendDays={[]}
      popoverProps={{ attributes: { dropdown: { role: 'region', 'aria-label': 'Calendar' } } }}
      ariaLabels={{
        previousMonth: 'Previous month',
        nextMonth: 'Next month',
        previousYear: 'Previous year',
        nextYear: 'Next year',
        previousDecade: 'Previous decade',
        nextDecade: 'Next decade',
      }}
      {...props}
    />
  )
}
