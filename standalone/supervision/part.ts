import type { Log } from './native-process.ts'

/** One running part of the embedded default: a server or a process of the product. */
export type Part = {
  pid: number
  /** Resolves when the part has ended, on request or not, with a line that says how. */
  ended: Promise<string>
  stop(): Promise<void>
}

/**
 * Starts a part and resolves when it serves; rejects with the reason when it ends before.
 * @param given.stopping aborted when everything is to stop while this part is still starting
 */
export type StartPart<P extends Part> = (given: { log: Log; stopping: AbortSignal }) => Promise<P>
