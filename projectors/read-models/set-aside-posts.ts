import { retentionRowId } from '@recado/application/ids'
import type {
  ProviderEventEvent,
  ProviderEventReceived,
} from '@recado/domain/provider-event/events'
import type { RetentionApplied } from '@recado/domain/retention/events'
import { projection } from '../engine/projection.ts'
import { table } from '../engine/table.ts'
import { isGone } from './retention.ts'

type Received = ProviderEventReceived['data']
type SetAsidePost = NonNullable<Received['set_aside']> &
  Pick<Received, 'source' | 'body_sha256' | 'received_at'> & {
    readonly id: string
    readonly kept_for: string
  }

const setAsidePosts = table<SetAsidePost>({ name: 'set_aside_posts', maxCached: 0 })

/** POSTs of providers with a valid signature that exceed a bound of ours. */
export const setAsidePostsProjection = projection<ProviderEventEvent | RetentionApplied>({
  name: 'set_aside_posts',
  tables: [setAsidePosts],
  ddl: new URL('./set-aside-posts.sql', import.meta.url),
  on: {
    ProviderEventReceived: async ({ id, data, metadata }, rows) => {
      const { set_aside, source, body_sha256, received_at } = data
      if (!set_aside || (await rows.get(setAsidePosts, id)) !== undefined) return
      const kept_for = retentionRowId('providerEvent', metadata.account_id)
      if (await isGone(rows, 'providerEvent', metadata.account_id, received_at)) return
      rows.put(setAsidePosts, { id, kept_for, ...set_aside, source, body_sha256, received_at })
    },
    ProviderPayloadReceived: null,
    ProviderEventReduced: null,
    ProviderPostReceived: null,
    RetentionApplied: async ({ data }, rows) => {
      if (data.category !== 'providerEvent') return
      const value = retentionRowId(data.category, data.account_id)
      const span = { key: 'kept_for', value, time: 'received_at', before: data.before } as const
      const old = await rows.findBefore(setAsidePosts, span)
      for (const { id } of old) rows.remove(setAsidePosts, id)
    },
  },
})
