import type { Reply } from './api-client.ts'
import { eventually } from './eventually.ts'
import type { Tenant } from './tenants.ts'

/** A contact as the API shows it. */
export type Shown = {
  id: string
  name: string | null
  phone: string | null
  username: string | null
  business_scoped_user_id: string | null
  parent_business_scoped_user_id: string | null
  stage_id: string
  created_at: string
}
export type One = { data: Shown; created?: boolean }
export type Many = { data: Shown[]; pagination: { total: number } }

export function save({ api }: Pick<Tenant, 'api'>, body: unknown): Promise<Reply<One>> {
  return api.post<One>('/contacts', body)
}

/** The ids on the first page of a filtered list, and the list's total. */
export async function listed({ api }: Pick<Tenant, 'api'>, query: string) {
  const { status, body } = await api.get<Many>(`/contacts?${query}`)
  if (status !== 200) throw new Error(`the list answered ${status}: ${JSON.stringify(body)}`)
  return { ids: body.data.map(({ id }) => id), total: body.pagination.total }
}

/**
 * The id of a contact who wrote, once its message is listed too: intake records the person first, and what it has not yet
 * recorded when an erasure begins is a new contact's.
 */
export function whoWrote({ api }: Pick<Tenant, 'api'>, phone: string): Promise<string> {
  return eventually(async () => {
    const [id] = (await listed({ api }, `phone=${phone}`)).ids
    if (id === undefined) return undefined
    const { body } = await api.get<Many>(`/messages?contact_id=${id}&direction=inbound`)
    return body.pagination.total > 0 && id
  })
}
