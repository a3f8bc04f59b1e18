import type { Log } from './native-process.ts'

/** One running part of the embedded default: a server or a process of the product. */
export type Part = {
  pid: number
  /** Settles when the part has ended, asked or not, with the line that says how. */
  ended: Promise<string>
  /** Ends it and resolves when it is gone. */
  stop(): Promise<void>
}

/**
 * Starts a part and resolves when it serves; rejects with the reason when it ended before.
 * @param given.stopping aborted when everything is to stop while this part is still starting
 */
export type StartPart<P extends Part> = (given: { log: Log; stopping: AbortSignal }) => Promise<P>
