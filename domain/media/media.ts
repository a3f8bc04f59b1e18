import type { Aggregate } from '../decision.ts'
import type { MediaEvent } from './events.ts'

export type Media = {
  readonly status: 'unwritten' | 'known' | 'deleted'
  /** Of its bytes, as the uploader's bytes show or the provider reports; null where nobody has said it. */
  readonly sha256: string | null
  /** The copy in the media store; null while there was none. An expired one is not made again. */
  readonly copy: { readonly file_ref: string; readonly isExpired: boolean } | null
}

/** Stream: uuid of connection + provider media id. */
export const media: Aggregate<Media, MediaEvent> = {
  category: 'media',
  initialState: { status: 'unwritten', sha256: null, copy: null },
  evolve(state, event) {
    switch (event.type) {
      case 'MediaUploaded':
      case 'MediaReceived':
        return { ...state, status: 'known', sha256: event.data.sha256 }
      case 'MediaStored':
        return { ...state, copy: { file_ref: event.data.file_ref, isExpired: false } }
      case 'StoredMediaExpired':
        return { ...state, copy: { file_ref: event.data.file_ref, isExpired: true } }
      case 'MediaDeleted':
        return { ...state, status: 'deleted' }
    }
  },
}

/** The name of the copy that the media store has of a file; null when it has none. */
export function storedCopy({ copy }: Media): string | null {
  return copy === null || copy.isExpired ? null : copy.file_ref
}
