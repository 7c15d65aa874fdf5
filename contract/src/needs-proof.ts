/**
 * Reasons why a call that changes or sends something needs no proof of the last 15 minutes (ADR 29). A call that says neither this nor `needsProof`
 * does not compile.
 */
export const noProofReasons = {
  identifies: 'It takes the password, a code or a proof itself.',
  begun: 'It goes on with what was begun with a proof.',
  own: 'It changes only what is the caller’s own, and opens nothing.',
  closes: 'It ends something, which must be possible at once.',
  looks: 'It changes nothing, and shows one thing at a time.',
  asks: 'It asks somebody else, who decides.',
  one: 'It is daily work on one document or one grant.',
  work: 'It is daily work that gives nobody access and takes nothing away.',
} as const
type NoProofReason = keyof typeof noProofReasons

/** Condition of a proof: always, or where `when` is true of the parsed body; `says` tells it to readers of the API. */
export type NeedsProof = true | { says: string; when: (body: never) => boolean }

export type Proof =
  | { needsProof: NeedsProof; noProof?: never }
  | { needsProof?: never; noProof: NoProofReason }
  | { needsProof?: never; noProof?: never }

/** Statement about the proof that a call must make, unless anyone may call it, as then there is no session to prove. */
type Said = { who: 'public' } | { needsProof: NeedsProof } | { noProof: NoProofReason }

/** Calls that must say whether they need a proof: those that change something, and those that send files. */
export type SaysProof<Calls> = {
  [K in keyof Calls]: K extends `GET ${string}` ? (Calls[K] extends { sends: string } ? Said : unknown) : Said
}

/** Proof for several documents or people; acting on one is daily work. */
export const ofSeveral = {
  says: 'For several documents or people the person must have proved who they are within the last 15 minutes.',
  when: ({ documentIds, recipients = [] }: { documentIds: string[]; recipients?: object[] }) =>
    documentIds.length > 1 || recipients.length > 1,
} as const
