const PREFIX = 'aws-kms:'
const arnForm = /^arn:aws[a-z-]*:kms:([a-z0-9-]+):\d{12}:key\/[A-Za-z0-9-]+$/

/** Returns the ARN that a word of MASTER_KEY names; null where it is a key itself. */
export const kmsArn = (word: string): string | null =>
  word.startsWith(PREFIX) ? word.slice(PREFIX.length) : null

/** Tells whether a word of MASTER_KEY names a key of AWS KMS by its ARN: not by an alias, which may name another key tomorrow. */
export const isKmsName = (word: string): boolean => arnForm.test(kmsArn(word) ?? '')

export const kmsRegion = (arn: string): string => arnForm.exec(arn)?.[1] ?? ''
