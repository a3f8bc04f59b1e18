import { deleteMedia } from '@recado/domain/media/delete-media'
import type {
  MediaDeleted,
  MediaReceived,
  MediaStored,
  MediaUploaded,
  StoredMediaExpired,
} from '@recado/domain/media/events'
import { expireStoredMedia } from '@recado/domain/media/expire-stored-media'
import { media } from '@recado/domain/media/media'
import { receiveMedia } from '@recado/domain/media/receive-media'
import { storeMedia } from '@recado/domain/media/store-media'
import { uploadMedia } from '@recado/domain/media/upload-media'
import { test } from 'tap'
import { connectionId } from '../../examples/connection.ts'
import { deciding } from '../../kit/deciding.ts'

const at = '2026-01-01T09:00:00.000Z'
const file = { connection_id: connectionId, provider_media_id: '900000000000001' }
const upload = {
  ...file,
  mime_type: 'image/png',
  file_size: 68,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  filename: 'pixel.png',
}
const uploaded: MediaUploaded = { type: 'MediaUploaded', data: { ...upload, uploaded_at: at } }
const deleted: MediaDeleted = { type: 'MediaDeleted', data: { ...file, deleted_at: at } }
const carried = {
  ...file,
  message_id: '9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c09',
  mime_type: 'image/jpeg',
  sha256: null,
  filename: null,
}
const received: MediaReceived = { type: 'MediaReceived', data: { ...carried, received_at: at } }
const receiving = deciding(media, receiveMedia)
const uploading = deciding(media, uploadMedia)
const deleting = deciding(media, deleteMedia)
const file_ref = '5c1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01'
const copy = {
  ...file,
  ...{ file_ref, key_ref: '5c1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c02' },
  ...{ mime_type: 'image/png', file_size: 68, sha256: upload.sha256 },
}
const stored: MediaStored = { type: 'MediaStored', data: { ...copy, stored_at: at } }
const expired: StoredMediaExpired = {
  type: 'StoredMediaExpired',
  data: { ...file, file_ref, expired_at: at },
}
const storing = deciding(media, storeMedia)
const expiring = deciding(media, expireStoredMedia)

test('an upload is recorded once', async () => {
  uploading()
    .when({ ...upload, at })
    .appends(uploaded)
  uploading(uploaded)
    .when({ ...upload, at })
    .appends()
  uploading(uploaded, deleted)
    .when({ ...upload, at })
    .appends()
})
test('an uploaded file is deleted', async () => {
  deleting(uploaded)
    .when({ ...file, at })
    .appends(deleted)
})
test('a file from a message is recorded once, whatever happened to it later', async () => {
  receiving()
    .when({ ...carried, at })
    .appends(received)
  for (const known of [received, uploaded, deleted])
    receiving(known)
      .when({ ...carried, at })
      .appends()
})
test('a file from a message is deleted', async () => {
  deleting(received)
    .when({ ...file, at })
    .appends(deleted)
})
test('a deleted file cannot be deleted again', async () => {
  deleting(uploaded, deleted)
    .when({ ...file, at })
    .refuses('media_not_found')
})
test('a known file is copied once, and not again after its copy has expired', async () => {
  for (const known of [uploaded, received])
    storing(known)
      .when({ ...copy, at })
      .appends(stored)
  for (const past of [[], [uploaded, stored], [uploaded, stored, expired], [received, deleted]])
    storing(...past)
      .when({ ...copy, at })
      .appends()
})
test('a copy expires once, and only under its own name', async () => {
  expiring(received, stored)
    .when({ ...file, file_ref, at })
    .appends(expired)
  expiring(received, stored)
    .when({ ...file, file_ref: copy.key_ref, at })
    .appends()
  for (const past of [[received], [received, stored, expired], [received, stored, deleted]])
    expiring(...past)
      .when({ ...file, file_ref, at })
      .appends()
})
test('the deletion of a file names the copy that goes with it', async () => {
  deleting(uploaded, stored)
    .when({ ...file, at })
    .appends({ type: 'MediaDeleted', data: { ...deleted.data, file_ref } })
  deleting(uploaded, stored, expired)
    .when({ ...file, at })
    .appends(deleted)
})
