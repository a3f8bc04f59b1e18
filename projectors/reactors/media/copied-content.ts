/**
 * Why a file was not copied. `gone`, `refused`, `failed`: as the provider answers. `altered`: its bytes are not those of
 * the known hash. `too_large`: larger than any file of WhatsApp. `full`: the account has no room for it.
 */
export type CopyFailure = 'gone' | 'refused' | 'failed' | 'altered' | 'too_large' | 'full'

/** The content of a file cannot be copied; nothing is wrong with the media store. */
export class NotCopied extends Error {
  override name = 'NotCopied'
  readonly failure: CopyFailure

  constructor(failure: CopyFailure, options?: ErrorOptions) {
    super(`the file is not copied: ${failure}`, options)
    this.failure = failure
  }
}

/** The bytes that copies of an account may still take; those that are made at once share it. */
export type Room = { left: number }

/** WhatsApp's limit for a file (Cloud API, supported media types), in bytes. */
const MAX_FILE_BYTES = 100 * 1024 * 1024

/** Passes content on while it is within its bounds. @throws NotCopied, also for an error of the source */
export async function* withinBounds(
  content: AsyncIterable<Buffer>,
  room: Room,
): AsyncGenerator<Buffer> {
  let size = 0
  try {
    for await (const piece of content) {
      size += piece.length
      room.left -= piece.length
      if (size > MAX_FILE_BYTES) throw new NotCopied('too_large')
      if (room.left < 0) throw new NotCopied('full')
      yield piece
    }
  } catch (cause) {
    throw cause instanceof NotCopied ? cause : new NotCopied('failed', { cause })
  }
}
