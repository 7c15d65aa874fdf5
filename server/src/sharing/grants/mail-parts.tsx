export type Sharing = {
  senderName: string
  senderEmail: string
  /** Blank if the sender wrote nothing. */
  message: string
  level: 'view' | 'download'
  /** ISO 8601. */
  ends: string
  /** Id of the invitation of a person without an account. */
  invitation: string | null
}
