import type { Aggregate } from '../decision.ts'
import type { MediaEvent } from './events.ts'

/** A file at the provider. One that came in a message is known by that message and begins unwritten here. */
export type Media = 'unwritten' | 'uploaded' | 'deleted'

/** Stream: uuid of connection + provider media id. */
export const media: Aggregate<Media, MediaEvent> = {
  category: 'media',
  initialState: 'unwritten',
  evolve: (_, event) => (event.type === 'MediaUploaded' ? 'uploaded' : 'deleted'),
}
