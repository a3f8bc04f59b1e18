import { type Decide, refuse } from '../decision.ts'
import type { MediaDeleted } from './events.ts'
import { type Media, storedCopy } from './media.ts'

export type DeleteMedia = Omit<MediaDeleted['data'], 'deleted_at' | 'file_ref'> & { at: string }

/** Records that the provider has deleted a file, or that its person was erased, and gives up our copy; refused when it is deleted already. */
export const deleteMedia: Decide<DeleteMedia, Media, MediaDeleted, 'media_not_found'> = (
  { at, ...file },
  state,
) => {
  if (state.status === 'deleted') return refuse('media_not_found')
  const file_ref = storedCopy(state)
  const copy = file_ref === null ? {} : { file_ref }
  return [{ type: 'MediaDeleted', data: { ...file, ...copy, deleted_at: at } }]
}
