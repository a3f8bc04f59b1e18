import type { Decide } from '../decision.ts'
import type { MediaReceived } from './events.ts'
import type { Media } from './media.ts'

export type ReceiveMedia = Omit<MediaReceived['data'], 'received_at'> & { at: string }

/** Records a file that arrived in a message, once: another message may carry the same one. */
export const receiveMedia: Decide<ReceiveMedia, Media, MediaReceived> = ({ at, ...file }, state) =>
  state.status === 'unwritten'
    ? [{ type: 'MediaReceived', data: { ...file, received_at: at } }]
    : []
