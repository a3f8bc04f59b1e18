import { mediaId } from '@recado/application/ids'
import type { MediaEvent } from '@recado/domain/media/events'
import {
  type Delivered,
  logFieldsOf,
  type RecordedEvent,
} from '@recado/infra/event-store/event-store'
import type { MediaStore } from '@recado/infra/media-store/media-store'
import type { Run } from '@recado/infra/postgres/run'
import type { ReactorLog } from '../../runtime/run-reactor.ts'
import { type AppearedFile, addFiles, removeFiles } from './media-queue.ts'

export type FollowDeps = {
  readonly log: ReactorLog
  readonly now: () => Date
  readonly mediaStore: Pick<MediaStore, 'remove'>
}

/** Queues the files that appear, and removes the copies of those that are deleted or whose copy has expired. */
export async function followMedia(
  deps: FollowDeps,
  run: Run,
  batch: readonly Delivered[],
): Promise<void> {
  const facts = batch.flatMap((item) =>
    item.kind === 'event' ? [item.event as RecordedEvent<MediaEvent>] : [],
  )
  await addFiles(run, facts.flatMap(appearedIn), deps.now())
  const deleted = facts.filter(({ type }) => type === 'MediaDeleted')
  await removeFiles(
    run,
    deleted.map(({ data }) => mediaId(data)),
  )
  for (const fact of facts) await removeCopy(deps, fact)
}

function appearedIn({ type, data, metadata }: RecordedEvent<MediaEvent>): AppearedFile[] {
  if (type !== 'MediaUploaded' && type !== 'MediaReceived') return []
  const { connection_id, provider_media_id } = data
  const ids = { id: mediaId(data), account_id: String(metadata.account_id) }
  const how =
    type === 'MediaUploaded'
      ? ({ origin: 'uploaded', appeared_at: data.uploaded_at } as const)
      : ({ origin: 'received', appeared_at: data.received_at } as const)
  return [{ ...ids, connection_id, provider_media_id, ...how }]
}

/** A copy that cannot be removed now is swept later, so that it holds up nothing. */
async function removeCopy(
  { mediaStore, log }: FollowDeps,
  fact: RecordedEvent<MediaEvent>,
): Promise<void> {
  const { type, data } = fact
  if (type !== 'MediaDeleted' && type !== 'StoredMediaExpired') return
  if (data.file_ref === undefined) return
  await mediaStore.remove(data.file_ref).catch((err: unknown) => {
    const fields = { err, ...logFieldsOf(fact), file_ref: data.file_ref }
    log.warn(fields, 'a stored copy could not be removed; it will be swept')
  })
}
