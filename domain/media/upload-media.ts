import type { Decide } from '../decision.ts'
import type { MediaUploaded } from './events.ts'
import type { Media } from './media.ts'

export type UploadMedia = Omit<MediaUploaded['data'], 'uploaded_at'> & { at: string }

export const uploadMedia: Decide<UploadMedia, Media, MediaUploaded> = ({ at, ...file }, state) =>
  state.status === 'unwritten'
    ? [{ type: 'MediaUploaded', data: { ...file, uploaded_at: at } }]
    : []
