import '@mantine/dates/styles.layer.css'
import { DateInput, type DateInputProps } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'
import { useState } from 'react'

dayjs.extend(customParseFormat)

const iso = 'YYYY-MM-DD'
const typed = ['D MMM YYYY', 'D MMMM YYYY', 'D/M/YYYY', 'D-M-YYYY', 'D.M.YYYY', 'D/M/YY']

/** What a person typed as a day (`YYYY-MM-DD`), the Australian way round, with or without leading zeros; null when it is none. */
export function parseDay(text: string): string | null {
  const plain = text.trim().replace(/\b0(?=\d)/g, '')
  for (const [written, format] of [
    [text.trim(), iso] as const,
    ...typed.map((one) => [plain, one] as const),
  ]) {
    const day = dayjs(written, format, true)
    if (day.isValid()) return day.format(iso)
  }
  return null
}

/** A calendar day: typed as 3/12/2026 or '3 Dec 2026', or picked. Its value is `YYYY-MM-DD` or null. */
export function DayField(
  props: Omit<DateInputProps, 'valueFormat' | 'dateParser' | 'value'> & { value?: string | null },
) {
  const [open, setOpen] = useState(false)
  return (
    <DateInput
      // Escape closes the calendar first, and not the dialog around it with all that was typed there.
      data-mantine-stop-propagation={open}
      valueFormat="D MMM YYYY"
      dateParser={parseDay}
      placeholder="e.g. 3 Dec 2026"
      clearable
      hideOutsideDates
      clearButtonProps={{ 'aria-label': 'Clear the date' }}
      leftSection={<IconCalendar size={16} aria-hidden="true" />}
      // Red weekends are hard to read on ink, and a weekend is a day like any other here.
      weekendDays={[]}
      popoverProps={{
        attributes: { dropdown: { role: 'region', 'aria-label': 'Calendar' } },
        onOpen: () => setOpen(true),
        onClose: () => setOpen(false),
      }}
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
