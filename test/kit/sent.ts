import type { ApiClient } from './api-client.ts'
import { eventually } from './eventually.ts'

/** The ids of a message that a provider has taken. */
type Ids = { readonly conversation_id: string; readonly provider_message_id: string }

/**
 * Posts a message to `/messages` and waits until the provider has taken it: on a slow machine the answer has no id yet.
 * @returns the ids of the newest outbound message of its conversation, and the id of the request
 */
export async function sendMessage(
  api: ApiClient,
  body: object,
): Promise<Ids & { readonly request: string }> {
  const { status, body: answer, headers } = await api.post<{ data: Ids }>('/messages', body)
  if (status !== 202) throw new Error(`the send was answered ${status}: ${JSON.stringify(answer)}`)
  const { conversation_id } = answer.data
  const newest = `/messages?conversation_id=${conversation_id}&direction=outbound&limit=1`
  return eventually(async () => {
    const [sent] = (await api.get<{ data: Ids[] }>(newest)).body.data
    if (sent?.provider_message_id) return { ...sent, request: String(headers['x-request-id']) }
    throw new Error(`still ${JSON.stringify(sent)}`)
  })
}
