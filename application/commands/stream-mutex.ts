import { keyedMutex } from '@recado/infra/concurrency/keyed-mutex'
import { answerWithin } from '@recado/infra/concurrency/with-timeout'

/** Runs the commands of one stream in this process one after the other, so that few of them conflict. */
export type StreamMutex = { run<T>(stream: string, work: () => Promise<T>): Promise<T> }

/**
 * @param timeoutMs the longest wait for a predecessor: the expected revision keeps decisions right anyway, and in an outage
 * the last of a queue must not wait for the sum of all timeouts
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
