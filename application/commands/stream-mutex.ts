import { keyedMutex } from '@recado/infra/concurrency/keyed-mutex'
import { answerWithin } from '@recado/infra/concurrency/with-timeout'

/** Lets the commands of one stream in this process go one after the other, so that few of them conflict. */
export type StreamMutex = { run<T>(stream: string, work: () => Promise<T>): Promise<T> }

/**
 * @param patienceMs nobody waits longer for a predecessor: the expected revision keeps decisions right
 * anyway, and an outage must not make the queue's last wait for the sum of all timeouts
 */
export function streamMutex(patienceMs = 250): StreamMutex {
  const mutex = keyedMutex()
  return {
    async run(stream, work) {
      const { before, leave } = mutex.enter([stream])
      try {
        if (before !== null) await answerWithin(patienceMs, before)
        return await work()
      } finally {
        leave()
      }
    },
  }
}
