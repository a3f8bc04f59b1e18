import { useRef } from 'preact/hooks'
import { ApiError, call } from './client.ts'

type SendOnce = <Body>(path: string, body?: object) => Promise<Body>

/** The last send and its key, until its answer is final. */
export type LastSend = { current: { readonly text: string; readonly key: string } | null }

/**
 * Sends a body under an idempotency key, so that a repeat, or a retry after a lost answer, sends it once. Other content
 * gets a new key, as does anything sent after a final answer.
 * @param stored where to keep the key; by default it lives with the component
 */
export function useSendOnce(stored?: LastSend): SendOnce {
  const own = useRef<LastSend['current']>(null)
  const last = stored ?? own
  return async <Body>(path: string, body?: object) => {
    const text = JSON.stringify([path, body])
    const send = last.current?.text === text ? last.current : { text, key: newKey() }
    last.current = send
    try {
      const answer = await call<Body>('POST', path, body, {
        headers: { 'idempotency-key': send.key },
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

/** A new key. Unlike randomUUID it also works on a page loaded without TLS. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return `dashboard-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
