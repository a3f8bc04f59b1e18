import { mediaId } from '@recado/application/ids'
import type {
  MediaEvent,
  MediaReceived,
  MediaStored,
  MediaUploaded,
} from '@recado/domain/media/events'
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
  /** Whether it has a name, until that has expired. */
  readonly has_name: boolean
  readonly appeared_at: string
  readonly file_ref: string | null
  readonly key_ref: string | null
  readonly stored_type: string | null
  readonly stored_bytes: number | null
  readonly stored_at: string | null
  readonly deleted: boolean
}

/** What a file has nothing of once its name has expired, or the person was erased. */
export const WITHOUT_NAME = { filename: null, has_name: false } as const

const WITHOUT_COPY = {
  file_ref: null,
  key_ref: null,
  stored_type: null,
  stored_bytes: null,
  stored_at: null,
} as const

export const media = table<MediumRow>({ name: 'media' })

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
    MediaUploaded: (event, rows) =>
      add(rows, event, {
        origin: 'uploaded',
        sha256: event.data.sha256,
        appeared_at: event.data.uploaded_at,
      }),
    MediaReceived: (event, rows) =>
      add(rows, event, { origin: 'received', sha256: null, appeared_at: event.data.received_at }),
    MediaStored: ({ data }, rows) => change(rows, mediaId(data), copyOf(data)),
    StoredMediaExpired: ({ data }, rows) => change(rows, mediaId(data), { file_ref: null }),
    MediaDeleted: ({ data }, rows) =>
      change(rows, mediaId(data), { file_ref: null, deleted: true }),
  },
})

type Appeared = RecordedEvent<MediaUploaded | MediaReceived>

async function add(
  rows: Rows,
  { data, metadata }: Appeared,
  how: Pick<MediumRow, 'origin' | 'sha256' | 'appeared_at'>,
): Promise<void> {
  const { connection_id, provider_media_id, mime_type = null, filename = null } = data
  const id = mediaId({ connection_id, provider_media_id })
  if ((await rows.get(media, id)) !== undefined) return
  const account_id = metadata.account_id as string
  const medium = { id, account_id, connection_id, provider_media_id, mime_type, filename }
  const has_name = filename !== null
  rows.put(media, { ...medium, ...how, ...WITHOUT_COPY, has_name, deleted: false })
}

function copyOf({
  file_ref,
  key_ref,
  mime_type,
  file_size,
  sha256,
  stored_at,
}: MediaStored['data']) {
  return { file_ref, key_ref, stored_type: mime_type, stored_bytes: file_size, sha256, stored_at }
}

function needsOfMedium({ data }: Appeared) {
  return [[media, mediaId(data)]] as const
}
