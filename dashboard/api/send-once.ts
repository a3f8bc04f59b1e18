import { useRef } from 'preact/hooks'
import { ApiError, call } from './client.ts'

type SendOnce = <Body>(path: string, body?: object) => Promise<Body>

/** What was last sent where, and its key, until an answer is final. */
export type LastSend = { current: { readonly text: string; readonly key: string } | null }

/**
 * Sends a body under a key of its own: asked twice, or again after an answer that did not come, it goes out once. A new
 * key is drawn for other content, and once an answer is final.
 * @param kept where the key is kept; with the component unless told
 */
export function useSendOnce(kept?: LastSend): SendOnce {
  const own = useRef<LastSend['current']>(null)
  const last = kept ?? own
  return async <Body>(path: string, body?: object) => {
    const text = JSON.stringify([path, body])
    const of = last.current?.text === text ? last.current : { text, key: newKey() }
    last.current = of
    try {
      const answer = await call<Body>('POST', path, body, {
        headers: { 'idempotency-key': of.key },
      })
      last.current = null
      return answer
    } catch (error) {
      if (error instanceof ApiError && isFinal(error.status)) last.current = null
      throw error
    }
  }
}

function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 409 && status !== 429
}

/** Unlike randomUUID, also on a page that came without TLS. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return `dashboard-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
