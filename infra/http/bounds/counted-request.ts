import { IncomingMessage } from 'node:http'

/** A request whose listener learns of each piece of the body when it arrives, whether or not anybody reads it. */
export class CountedRequest extends IncomingMessage {
  /** Bytes of the body that have arrived. */
  bytes = 0
  /** Told the length of each piece; null while nobody counts. */
  arrived: ((bytes: number) => void) | null = null
  /** Set when the body is broken off: what still arrives is dropped. */
  isRefused = false

  // Node's parser calls this for each piece.
  override push(piece: unknown, encoding?: BufferEncoding): boolean {
    if (piece instanceof Uint8Array) {
      this.bytes += piece.length
      this.arrived?.(piece.length)
    }
    return this.isRefused ? false : super.push(piece, encoding)
  }
}
