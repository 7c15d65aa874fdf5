type ConvertFault =
  | 'unreadable'
  | 'encrypted'
  /** Beyond a limit of its format: parts, bytes, depth, elements. */
  | 'too-large'
  /** Beyond the memory that the caller allows. */
  | 'memory'
  /** Not done at the caller's deadline. */
  | 'timeout'

/** Why a file could not be turned into a PDF. The message is for logs and names nothing of the file's content. */
export class ConvertError extends Error {
  override readonly name = 'ConvertError'
  readonly code: ConvertFault

  constructor(code: ConvertFault, message: string = code) {
    super(message)
    this.code = code
  }
}
