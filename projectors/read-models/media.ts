import { mediaId } from '@recado/application/ids'
import type { MediaEvent, MediaReceived, MediaUploaded } from '@recado/domain/media/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { projection, type Rows } from '../engine/projection.ts'
import { rowChanger } from '../engine/row-changer.ts'
import { table } from '../engine/table.ts'

type MediumRow = {
  readonly id: string
  readonly account_id: string
  readonly connection_id: string
  readonly provider_media_id: string
  readonly origin: 'uploaded' | 'received'
  readonly sha256: string | null
  readonly mime_type: string | null
  readonly filename: string | null
  readonly deleted: boolean
}

const media = table<MediumRow>({ name: 'media' })

const change = rowChanger(media)

export const mediaProjection = projection<MediaEvent>({
  name: 'media',
  tables: [media],
  ddl: new URL('./media.sql', import.meta.url),
  needs: {
    MediaUploaded: needsOfMedium,
    MediaReceived: needsOfMedium,
  },
  on: {
    MediaUploaded: (event, rows) => add(rows, event, 'uploaded', event.data.sha256),
    MediaReceived: (event, rows) => add(rows, event, 'received', null),
    MediaDeleted: ({ data }, rows) =>
      change(rows, mediaId(data), {
        deleted: true,
      }),
  },
})

type Appeared = RecordedEvent<MediaUploaded | MediaReceived>

async function add(
  rows: Rows,
  { data, metadata }: Appeared,
  origin: MediumRow['origin'],
  sha256: string | null,
): Promise<void> {
  const { connection_id, provider_media_id, mime_type = null, filename = null } = data
  const id = mediaId({ connection_id, provider_media_id })
  if ((await rows.get(media, id)) !== undefined) return
  const account_id = metadata.account_id as string
  const medium = { id, account_id, connection_id, provider_media_id, origin, sha256 }
  rows.put(media, { ...medium, mime_type, filename, deleted: false })
}

function needsOfMedium({ data }: Appeared) {
  return [[media, mediaId(data)]] as const
}
