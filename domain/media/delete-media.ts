import { type Decide, refuse } from '../decision.ts'
import type { MediaDeleted } from './events.ts'
import type { Media } from './media.ts'

export type DeleteMedia = Omit<MediaDeleted['data'], 'deleted_at'> & { at: string }

/** Records that the provider has deleted a file; refused when it is deleted already. */
export const deleteMedia: Decide<DeleteMedia, Media, MediaDeleted, 'media_not_found'> = (
  { at, ...file },
  state,
) => {
  if (state === 'deleted') return refuse('media_not_found')
  return [{ type: 'MediaDeleted', data: { ...file, deleted_at: at } }]
}
