export const reason = 'You are receiving this because you are an administrator.'

export const timeIn = (instant: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-AU', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
    new Date(instant),
  )
