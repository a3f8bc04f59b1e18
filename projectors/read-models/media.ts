import type { MediaEvent } from '@recado/domain/media/events'
import type { MessageEvent, MessageReceived, MessageType } from '@recado/domain/message/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { mediumId } from '@recado/infra/media/own-medium'
import { projection, type Rows } from '../projection.ts'
import { table } from '../table.ts'

type MediumRow = {
  readonly id: string
  readonly account_id: string
  readonly connection_id: string
  readonly provider_media_id: string
  readonly origin: 'uploaded' | 'received'
  readonly sha256: string | null
  readonly deleted: boolean
}

/** Files that can be asked of the provider, and those that no longer can. */
export const media = table<MediumRow>({ name: 'media' })

/** Which files a connection uploaded, or got in a message: only those does it show. */
export const mediaProjection = projection<MediaEvent | MessageEvent>({
  name: 'media',
  tables: [media],
  ddl: new URL('./media.sql', import.meta.url),
  needs: {
    MessageReceived: ({ data }) => mediaNeeded(data),
    MessageSentElsewhere: ({ data }) => mediaNeeded(data),
    MediaUploaded: ({ data }) => [[media, mediumId(data.connection_id, data.provider_media_id)]],
  },
  on: {
    MediaUploaded: ({ data, metadata }, rows) =>
      add(rows, {
        account_id: metadata.account_id as string,
        connection_id: data.connection_id,
        provider_media_id: data.provider_media_id,
        origin: 'uploaded',
        sha256: data.sha256,
      }),
    MediaDeleted: async ({ data }, rows) => {
      const row = await rows.get(media, mediumId(data.connection_id, data.provider_media_id))
      if (row !== undefined) rows.put(media, { ...row, deleted: true })
    },
    MessageReceived: received,
    MessageSentElsewhere: received,
    MessageEdited: null,
    MessageRevoked: null,
    MessageMarkedRead: null,
    MessageSendRequested: null,
    MessageSendDeferred: null,
    MessageSendAttempted: null,
    MessageSent: null,
    MessageSendRefused: null,
    MessageSendUnresolved: null,
    MessageSendGivenUp: null,
  },
})

const WITH_FILE: ReadonlySet<MessageType> = new Set([
  'image',
  'video',
  'audio',
  'document',
  'sticker',
])

async function received(
  { data, metadata }: RecordedEvent<{ type: string; data: MessageReceived['data'] }>,
  rows: Rows,
): Promise<void> {
  const provider_media_id = mediaIdOf(data)
  if (provider_media_id === null) return
  await add(rows, {
    account_id: metadata.account_id as string,
    connection_id: data.connection_id,
    provider_media_id,
    origin: 'received',
    sha256: null,
  })
}

async function add(rows: Rows, medium: Omit<MediumRow, 'id' | 'deleted'>): Promise<void> {
  const id = mediumId(medium.connection_id, medium.provider_media_id)
  if ((await rows.get(media, id)) === undefined) rows.put(media, { id, ...medium, deleted: false })
}

function mediaNeeded(data: MessageReceived['data']) {
  const id = mediaIdOf(data)
  return id === null ? [] : ([[media, mediumId(data.connection_id, id)]] as const)
}

function mediaIdOf({ intent }: MessageReceived['data']): string | null {
  if (!WITH_FILE.has(intent.message_type) || intent.content === null) return null
  const { id } = intent.content as { id?: unknown }
  return typeof id === 'string' ? id : null
}
