import type { Capabilities } from '../capabilities.ts'

export const graphCapabilities: Capabilities = {
  provider: 'official_cloud_api',
  message_types: [
    'text',
    'template',
    'image',
    'video',
    'audio',
    'document',
    'sticker',
    'location',
    'contacts',
    'interactive',
    'reaction',
  ],
  actions: ['send', 'mark_read', 'media_upload', 'media_get', 'media_download', 'media_delete'],
}
