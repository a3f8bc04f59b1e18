import { answerJson, type Json } from '@recado/infra/providers/answer-json'
import type { ProviderResult } from '@recado/infra/providers/provider-result'

/** Calls of the network's JSON API. Errors of the network are returned, never thrown. */
export type LoopCall = (
  method: string,
  path: string,
  body?: object | Buffer,
  type?: string,
) => Promise<ProviderResult<Json>>

/** Calls the network at this address. */
export function loopCall(networkUrl: string): LoopCall {
  return async (method, path, body, type = 'application/json') => {
    const sent = Buffer.isBuffer(body) ? body : JSON.stringify(body)
    const init = sent === undefined ? {} : { headers: { 'content-type': type }, body: sent }
    try {
      const answer = await fetch(`${networkUrl}${path}`, { method, ...init })
      const value = answerJson(await answer.text())
      if (answer.ok) return { kind: 'ok', value }
      return { kind: 'refused', error: said(answer.status) }
    } catch {
      return { kind: 'failed', error: said(0) }
    }
  }
}

function said(status: number) {
  const title = 'The network does not do this'
  return { code: `http_${status}`, class: 'invalid', title, details: null }
}
