import { type Decide, refuse } from '../decision.ts'
import type { Connection } from './connection.ts'
import type { BusinessProfileChanged } from './events.ts'

export type ChangeBusinessProfile = {
  connection_id: string
  /** The fields sent, with their new values. */
  changed: object
  at: string
}

/** Records a change that was made through Recado; the profile itself is kept by the provider. */
export const changeBusinessProfile: Decide<
  ChangeBusinessProfile,
  Connection,
  BusinessProfileChanged,
  'connection_not_found'
> = ({ connection_id, changed, at }, state) => {
  if (state === null) return refuse('connection_not_found')
  if (Object.keys(changed).length === 0) return []
  return [{ type: 'BusinessProfileChanged', data: { connection_id, changed, changed_at: at } }]
}
