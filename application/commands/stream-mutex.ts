import { keyedMutex } from '@recado/infra/concurrency/keyed-mutex'
import { answerWithin } from '@recado/infra/concurrency/with-timeout'

/** Serialises the commands of one stream within this process, so that few of them conflict. */
export type StreamMutex = { run<T>(stream: string, work: () => Promise<T>): Promise<T> }

/**
 * @param timeoutMs the longest wait for the previous command, so that in an outage the last of a queue does not wait
 * for the sum of all time-outs. Decisions stay right by their expected revision
 */
export function streamMutex(timeoutMs = 250): StreamMutex {
  const mutex = keyedMutex()
  return {
    async run(stream, work) {
      const { before, leave } = mutex.enter([stream])
      try {
        if (before !== null) await answerWithin(timeoutMs, before)
        return await work()
      } finally {
        leave()
      }
    },
  }
}
