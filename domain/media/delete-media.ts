import { type Decide, refuse } from '../decision.ts'
import type { MediaDeleted } from './events.ts'
import type { Media } from './media.ts'

export type DeleteMedia = Omit<MediaDeleted['data'], 'deleted_at'> & { at: string }

/** Notes that the provider forgot a file; it cannot be deleted twice. */
export const deleteMedia: Decide<DeleteMedia, Media, MediaDeleted, 'media_not_found'> = (
  { at, ...file },
  state,
) => {
  if (state === 'deleted') return refuse('media_not_found')
  return [{ type: 'MediaDeleted', data: { ...file, deleted_at: at } }]
}
