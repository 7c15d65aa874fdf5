export const greeting = (firstName: string) => (firstName ? `Hello ${firstName},` : 'Hello,')

export const dayIn = (instant: string, timeZone: string) =>
  new Date(instant).toLocaleDateString('en-AU', { timeZone, dateStyle: 'long' })
