import type { Decide } from '../decision.ts'
import type { MediaStored } from './events.ts'
import type { Media } from './media.ts'

export type StoreMedia = Omit<MediaStored['data'], 'stored_at'> & { readonly at: string }

/** Whether the media store may make a copy: the file is known, and neither copied before nor deleted. */
export function mayStore({ status, copy }: Media): boolean {
  return status === 'known' && copy === null
}

/** Records the copy of a file, once: nothing when the file has had one, or was deleted meanwhile. */
export const storeMedia: Decide<StoreMedia, Media, MediaStored> = ({ at, ...copy }, state) =>
  mayStore(state) ? [{ type: 'MediaStored', data: { ...copy, stored_at: at } }] : []
