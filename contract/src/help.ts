import { limits } from './limits.ts'

/** Explanations of difficult things in a sentence each, shown behind a button 'What is this?'. */
export const help = {
  levels: {
    about: 'the levels of access',
    text: 'With “View only” people read the pages in Deedbox and never get the file; with “View and download” they can also save the original.',
  },
  ends: {
    about: 'the end of access',
    text: 'Access ends with its last day, in the time zone of this Deedbox: an open page then goes blank, and a running download stops.',
  },
  automaticEnd: {
    about: `the ${limits.autoRevokeDays} days`,
    text: `No access lasts for ever: without a date it ends by itself after ${limits.autoRevokeDays} days, about 18 months, and everybody is told before.`,
  },
  watermark: {
    about: 'the watermark',
    text: 'Every page that somebody sees through shared access carries their email address and the time, so that a photograph of it shows who had it open.',
  },
  unconfirmed: {
    about: 'an unconfirmed trustee',
    text: 'Anybody may sign up as a trustee; until an administrator confirms them they see and share only their own documents, and invite nobody.',
  },
  status: {
    about: 'archived and pending',
    text: 'An archived document is kept but left out of lists; a pending one was imported or sent in, and somebody still has to confirm its details.',
  },
} as const
export type HelpTopic = keyof typeof help
