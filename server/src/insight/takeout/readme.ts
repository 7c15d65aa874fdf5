import { counted } from '@deedbox/contract/counts.ts'
import type { missingReasons } from '@deedbox/contract/take-outs.ts'

export type Left = { title: string; why: (typeof missingReasons)[number] }

const reasons: Record<Left['why'], string> = {
  damaged: 'its stored content is damaged. Please tell your administrator, who may have a backup.',
  gone: 'it was deleted, or your access to it ended, before its turn came.',
}

/** Writes README.txt: what is in the ZIP and what is not, in plain words, with line ends that every system shows. */
export function readme(about: {
  by: string
  organization: string | null
  at: string
  timeZone: string
  publicUrl: string
  documents: number
  /** State: whoever takes it out keeps matters, and has what is for them only. */
  keeps: boolean
  historyOf: number
  grantsOf: number
  missing: readonly Left[]
}): string {
  const { by, organization, at, timeZone, publicUrl, documents, keeps, historyOf, grantsOf, missing } = about
  const whose = organization ? `of ${organization}` : `that ${by} owns`
  const only = (known: number) =>
    known === documents + missing.length ? 'these documents' : `${count(known)} that you may see this of`
  return [
    `Documents ${whose}, taken out of Deedbox`,
    '',
    `Taken out by ${by}, ${at} (${timeZone}), from ${publicUrl}`,
    '',
    `documents      ${count(documents)}, each as it was uploaded, named after its title.`,
    'documents.csv  A list of the documents with their dates, owners and original file names.',
    `history.csv    What happened to ${only(historyOf)}: who did what, and when.`,
    `grants.csv     Who was given access to ${only(grantsOf)}, and until when.`,
    `reviews.csv    Reviews of ${only(historyOf)}, with their outcomes.`,
    'signatories.csv Who signed the documents, as far as that is recorded.',
    'links.csv      What the documents vary, replace or revoke, and what does so to them.',
    'versions.csv   Which of the documents are versions of the same one, in their order.',
    ...(organization
      ? [
          'matters.csv    The matters of the organisation.',
          'parties.csv    Who is and was party to them, by which instruments.',
          'dates.csv      What falls due of the matters and documents. These three can be imported again.',
          'deaths.csv     Deaths of the parties, and whether somebody has seen the evidence.',
          ...(keeps
            ? [
                'identity-checks.csv Checks of the identity of the parties, of those that name you.',
                'powers.csv     Access that rests on a power of one of the parties.',
              ]
            : []),
        ]
      : ['dates.csv      What falls due of the documents.']),
    '',
    `All times are in the time zone ${timeZone}. The .csv files open in any spreadsheet program.`,
    '',
    ...(missing.length > 0
      ? [
          `MISSING: ${count(missing.length)}`,
          '',
          ...missing.map(({ title, why }) => `- ${title}: ${reasons[why]}`),
          '',
        ]
      : ['Nothing is missing.', '']),
    'Deleted documents are not included, nor are documents of other people that were only shared with you.',
    '',
    'To check that a file is the one that was uploaded, compare its SHA-256 with the one in documents.csv:',
    '  Windows  certutil -hashfile "name of the file" SHA256',
    '  macOS    shasum -a 256 "name of the file"',
    '  Linux    sha256sum "name of the file"',
    '',
    'These files are not encrypted any more, and nothing records who opens them. Keep them in a safe place.',
    '',
  ].join('\r\n')
}

const count = (documents: number): string => counted(documents, 'document')
