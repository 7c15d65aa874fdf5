type ConvertFault =
  | 'unreadable'
  | 'encrypted'
  /** File beyond a limit of its format: parts, bytes, depth, elements. */
  | 'too-large'
  /** File that needs more memory than the caller allows. */
  | 'memory'
  /** File that was not done at the caller's deadline. */
  | 'timeout'

/** Reason why a file could not be turned into a PDF. The message is for logs and names nothing of the file's content. */
export class ConvertError extends Error {
  override readonly name = 'ConvertError'
  readonly code: ConvertFault

  constructor(code: ConvertFault, message: string = code) {
    super(message)
    this.code = code
  }
}
