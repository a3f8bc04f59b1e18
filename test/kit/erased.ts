import type { ApiClient } from './api-client.ts'
import { eventually } from './eventually.ts'

type Erasure = { data?: { status: string } }

/** Erases a person, and waits until nothing is left to do. @param id of the contact */
export async function erased(api: ApiClient, id: string): Promise<void> {
  const { status, body } = await api.call({ method: 'DELETE', path: `/contacts/${id}` })
  if (status !== 202) throw new Error(`the erasure was answered ${status}: ${JSON.stringify(body)}`)
  await untilErased(api, id)
}

/** Waits until an erasure that was requested has nothing left to do. */
export async function untilErased(api: ApiClient, id: string): Promise<void> {
  await eventually(async () => {
    const { body } = await api.get<Erasure>(`/contacts/${id}/erasure`)
    return body.data?.status === 'done'
  })
}
