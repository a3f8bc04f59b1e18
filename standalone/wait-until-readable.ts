import { sleep } from '@recado/infra/concurrency/sleep'
import { everyFiveSeconds } from '@recado/infra/progress'

const CHECK_MS = 250
const ANSWER_MS = 5_000

type Ready = { readonly reasons?: Readonly<Record<string, string>> }

/**
 * Waits until a process says that it is ready: an API that listens already refuses reads while the read models are
 * being filled, as after a restore or with another release.
 * @param internalUrl the address of its health
 * @param tell receives the reason and the progress, at once and then every five seconds
 */
export async function waitUntilReadable(
  internalUrl: string,
  tell: (line: string) => void,
): Promise<void> {
  const due = everyFiveSeconds()
  let isTold = false
  for (;;) {
    const reason = await whyNotReady(`${internalUrl}/readyz`)
    if (reason === null) return
    if (reason !== '' && (!isTold || due() !== null)) {
      tell(reason)
      isTold = true
    }
    await sleep(CHECK_MS)
  }
}

/** @returns null when it is ready; empty without an answer, as while it starts anew */
async function whyNotReady(url: string): Promise<string | null> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) })
    if (answer.ok) return null
    const { reasons = {} } = (await answer.json()) as Ready
    return Object.values(reasons).join('; ')
  } catch {
    return ''
  }
}
