import type { Decide } from '../decision.ts'
import type { StoredMediaExpired } from './events.ts'
import { type Media, storedCopy } from './media.ts'

export type ExpireStoredMedia = Omit<StoredMediaExpired['data'], 'expired_at'> & {
  readonly at: string
}

/** Gives up the stored copy of a file; nothing when it has gone already, alone or with its file. */
export const expireStoredMedia: Decide<ExpireStoredMedia, Media, StoredMediaExpired> = (
  { at, ...copy },
  state,
) => {
  if (state.status === 'deleted' || storedCopy(state) !== copy.file_ref) return []
  return [{ type: 'StoredMediaExpired', data: { ...copy, expired_at: at } }]
}
