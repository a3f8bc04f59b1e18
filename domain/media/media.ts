import type { Aggregate } from '../decision.ts'
import type { MediaEvent } from './events.ts'

export type Media = 'unwritten' | 'uploaded' | 'received' | 'deleted'

/** Stream: uuid of connection + provider media id. */
export const media: Aggregate<Media, MediaEvent> = {
  category: 'media',
  initialState: 'unwritten',
  evolve(_, event) {
    switch (event.type) {
      case 'MediaUploaded':
        return 'uploaded'
      case 'MediaReceived':
        return 'received'
      case 'MediaDeleted':
        return 'deleted'
    }
  },
}
