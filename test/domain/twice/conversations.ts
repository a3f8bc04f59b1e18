import { call } from '@recado/domain/call/call'
import { receiveCall } from '@recado/domain/call/receive-call'
import { conversation } from '@recado/domain/conversation/conversation'
import { editConversation } from '@recado/domain/conversation/edit-conversation'
import { openConversation } from '@recado/domain/conversation/open-conversation'
import { deleteMedia } from '@recado/domain/media/delete-media'
import { expireStoredMedia } from '@recado/domain/media/expire-stored-media'
import { media } from '@recado/domain/media/media'
import { receiveMedia } from '@recado/domain/media/receive-media'
import { storeMedia } from '@recado/domain/media/store-media'
import { uploadMedia } from '@recado/domain/media/upload-media'
import { attributeSale } from '@recado/domain/sale/attribute-sale'
import { recordNotice } from '@recado/domain/sale/record-notice'
import { sale } from '@recado/domain/sale/sale'
import { removeTemplate } from '@recado/domain/template/remove-template'
import { syncTemplate } from '@recado/domain/template/sync-template'
import { template } from '@recado/domain/template/template'
import fc from 'fast-check'
import {
  callReceived,
  contactId,
  conversationId,
  conversationOpened,
} from '../../examples/conversation-facts.ts'
import { notice } from '../../examples/sale-notices.ts'
import { templateSynced } from '../../examples/template.ts'
import { asked, askedTwice } from './asked.ts'
import { times as at, ids, orLeft, orNull, texts, varied } from './values.ts'

const status = fc.constantFrom('open' as const, 'closed' as const, 'pending' as const)
const { opened_at: _, ...opened } = conversationOpened.data
const { synced_at: __, ...listed } = templateSynced.data
const file = { connection_id: opened.connection_id, provider_media_id: 'm-1' }
const described = { mime_type: 'image/png', sha256: 'a'.repeat(64), filename: null }
const sold = fc.constantFrom(...(['pending', 'paid', 'refunded', 'chargeback'] as const))

export const conversations = [
  ...askedTwice(conversation, [
    asked(openConversation, varied(opened, { at })),
    asked(
      editConversation,
      varied(
        { conversation_id: conversationId },
        {
          ...{ status: orLeft(status), shown_status: status, at },
          tags: orLeft(fc.subarray(['vip', 'late'])),
          assignee_name: orLeft(orNull(texts)),
          internal_note: orLeft(orNull(texts)),
        },
      ),
      // `shown_status` is not sent by the caller: it is what readers see, which is the status that was set.
      ({ status, shown_status, ...edit }) => ({
        ...edit,
        status,
        shown_status: status ?? shown_status,
      }),
    ),
  ]),
  ...askedTwice(call, [
    asked(
      receiveCall,
      at.map((at) => callReceived('call-1', at).data),
    ),
  ]),
  ...askedTwice(media, [
    asked(uploadMedia, varied({ ...file, ...described, file_size: 7 }, { at })),
    asked(receiveMedia, varied({ ...file, ...described }, { message_id: ids, at })),
    asked(deleteMedia, varied(file, { at })),
    asked(
      storeMedia,
      varied(
        { ...file, mime_type: 'image/png', sha256: 'a'.repeat(64), file_size: 7 },
        { file_ref: ids, key_ref: ids, at },
      ),
    ),
    asked(expireStoredMedia, varied(file, { file_ref: ids, at })),
  ]),
  ...askedTwice(sale, [
    asked(
      recordNotice,
      fc
        .record({
          ...{
            status: sold,
            gross_cents: fc.nat({ max: 2 }),
            fee_cents: orNull(fc.nat({ max: 2 })),
          },
          ...{ product_name: orNull(texts), provider: texts, occurred_at: at, at },
          conversation: orNull(fc.record({ conversation_id: ids, contact_id: ids })),
        })
        .map(({ status, ...said }) => notice(status, said)),
    ),
    asked(attributeSale, varied({ contact_id: contactId }, { conversation_id: ids, at })),
  ]),
  ...askedTwice(template, [
    asked(
      syncTemplate,
      varied(listed, {
        provider_status: fc.constantFrom('APPROVED', 'PAUSED', 'DELETED'),
        ...{ rejected_reason: orNull(texts), category: texts, at },
      }),
    ),
    asked(removeTemplate, fc.record({ at })),
  ]),
]
